/** Types of the used part of `x11`, a JavaScript X client without types. */
declare module 'x11' {
  /** Callback of a request without a reply; `null` is success. */
  type Done = (error: Error | null) => void
  type Answer<Value> = (error: Error | null, value: Value) => void

  export interface XEvent {
    /** 2: key press; 28: property change; 34: keyboard mapping. */
    readonly type: number
    readonly keycode?: number
    /** Held modifiers. */
    readonly buttons?: number
    /** The window, and its property. */
    readonly wid?: number
    readonly atom?: number
  }

  export interface XClient {
    /** Cache, shared by all clients of a process unless replaced. */
    atoms: Record<string, number>
    InternAtom(onlyIfExists: boolean, name: string, done: Answer<number>): void
    GetProperty(
      remove: 0 | 1,
      window: number,
      name: number,
      type: number,
      offset: number,
      length: number,
      done: Answer<{ readonly data: Buffer }>,
    ): void
    ChangeProperty(
      mode: 0,
      window: number,
      name: number,
      type: number,
      format: 8 | 32,
      data: Buffer | readonly number[],
      done?: Done,
    ): void
    ChangeWindowAttributes(window: number, values: { eventMask: number }, done: Done): void
    QueryTree(window: number, done: Answer<{ readonly children: readonly number[] }>): void
    SendEvent(window: number, propagate: boolean, mask: number, event: Buffer, done?: Done): void
    GrabKey(
      window: number,
      ownerEvents: boolean,
      modifiers: number,
      keycode: number,
      pointerMode: number,
      keyboardMode: number,
      done: Done,
    ): void
    UngrabKey(window: number, keycode: number, modifiers: number, done?: Done): void
    GetKeyboardMapping(first: number, count: number, done: Answer<readonly number[][]>): void
    GetImage(
      format: 2,
      window: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planes: number,
      done: Answer<{ readonly data: Buffer }>,
    ): void
    on(event: 'event', listener: (event: XEvent) => void): unknown
    on(event: 'error', listener: (error: Error) => void): unknown
    on(event: 'end', listener: () => void): unknown
    /** Loads an extension. */
    require(name: 'xtest', done: Answer<XTest>): void
    terminate(): void
  }

  export interface XTest {
    readonly KeyPress: number
    readonly KeyRelease: number
    FakeInput(type: number, keycode: number, ms: number, root: number, x: number, y: number): void
  }

  export interface XDisplay {
    readonly client: XClient
    readonly screen: readonly { readonly root: number }[]
    readonly min_keycode: number
    readonly max_keycode: number
  }

  export function createClient(
    options: { readonly display?: string; readonly shm?: false },
    done: (error: Error | null, display: XDisplay) => void,
  ): XClient
}
