/**
 * Every inner name of xterm.js 6.0.0 and its WebGL addon that we use, and its type. They are
 * checked when a grid or a WebGL renderer is made, so that a changed version is reported
 * immediately.
 */
import type { Terminal } from '@xterm/xterm'

/** As from `typeof`, or a list of cells, this window, or any value. */
type Kind = 'function' | 'number' | 'boolean' | 'object' | 'words' | 'window' | 'any'

/** By path. `get(0)` is called. */
type Names = Readonly<Record<string, Kind>>

/** Names of a terminal's `_core`, opened or not. */
const coreNames: Names = {
  '_bufferService.buffers.normal.lines.get(0)._data': 'words',
  '_bufferService.buffers.normal.lines.get(0)._combined': 'object',
  '_bufferService.buffers.normal.lines.get(0)._extendedAttrs': 'object',
  '_bufferService.buffers.normal.lines.get(0).isWrapped': 'boolean',
  '_bufferService.buffers.normal.lines.get(0).translateToString': 'function',
  '_bufferService.buffers.normal.lines.onTrim': 'function',
  '_bufferService.buffers.normal.lines.onTrimEmitter.fire': 'function',
  '_bufferService.buffers.normal.clear': 'function',
  '_bufferService.buffers.normal.resize': 'function',
  '_bufferService.buffers.normal._rows': 'number',
  '_bufferService.buffers.normal.isCursorInViewport': 'boolean',
  '_bufferService.buffers.activateNormalBuffer': 'function',
  '_bufferService.buffers.activateAltBuffer': 'function',
  '_bufferService.buffers.alt.lines': 'object',
  '_bufferService.buffer': 'object',
  '_bufferService._onScroll.fire': 'function',
  '_bufferService.isUserScrolling': 'boolean',
  '_inputHandler.parse': 'function',
  '_inputHandler._onCursorMove.fire': 'function',
  '_inputHandler._curAttrData.extended': 'object',
  '_inputHandler._oscLinkService.getLinkData': 'function',
  'coreService.onUserInput': 'function',
  'coreService.isCursorHidden': 'boolean',
  'coreService.isCursorInitialized': 'boolean',
  'coreService.decPrivateModes.cursorBlink': 'any',
  'coreService.decPrivateModes.cursorStyle': 'any',
}

/** Names of the `_core` of an opened terminal. */
export const openedNames: Names = {
  ...coreNames,
  '_coreBrowserService.window': 'window',
  _createRenderer: 'function',
  screenElement: 'object',
  'coreMouseService.triggerMouseEvent': 'function',
  '_mouseService.getMouseReportCoords': 'function',
  '_mouseService.getCoords': 'function',
  linkifier: 'object',
  _decorationService: 'object',
  'optionsService.onOptionChange': 'function',
  '_themeService.onChangeColors': 'function',
  _syncTextArea: 'function',
  '_compositionHelper.compositionend': 'function',
  '_compositionHelper._isSendingComposition': 'boolean',
  '_compositionHelper.isComposing': 'boolean',
  '_compositionHelper.compositionupdate': 'function',
  '_compositionHelper.updateCompositionElements': 'function',
  _compositionView: 'object',
  '_charSizeService.measure': 'function',
  '_charSizeService._measureStrategy.measure': 'function',
  '_themeService.colors.ansi.255.rgba': 'number',
  '_themeService.colors.foreground.rgba': 'number',
  '_themeService.colors.background.rgba': 'number',
  '_themeService.colors.cursor.rgba': 'number',
  '_themeService.colors.cursorAccent.rgba': 'number',
  '_renderService.addRefreshCallback': 'function',
  '_renderService._handleIntersectionChange': 'function',
  '_renderService.setRenderer': 'function',
  '_renderService.handleResize': 'function',
  '_renderService.handleCharSizeChanged': 'function',
  '_renderService.handleDevicePixelRatioChange': 'function',
  '_renderService._renderer': 'any',
  '_renderService._renderDebouncer._coreBrowserService.window': 'window',
  '_renderService.dimensions.css.cell.width': 'number',
  '_renderService.dimensions.device.cell.width': 'number',
  '_selectionService.refresh': 'function',
  '_selectionService._onLinuxMouseSelection.fire': 'function',
  '_selectionService.hasSelection': 'boolean',
  '_selectionService._model.clearSelection': 'function',
  '_selectionService._activeSelectionMode': 'number',
  '_selectionService._fireEventIfSelectionChanged': 'function',
  '_characterJoinerService.getJoinedCharacters': 'function',
  '_characterJoinerService._characterJoiners.length': 'number',
  '_overviewRulerRenderer.dispose': 'function',
  '_viewport._scrollableElement.setRevealOnScroll': 'function',
  '_viewport._sync': 'function',
  '_accessibilityManager.value': 'any',
}

/** Names of an `AccessibilityManager`, which exists while a screen reader is used. */
export const readerNames: Names = {
  _handleChar: 'function',
  _handleKey: 'function',
  _liveRegionLineCount: 'number',
}

/** Names in xterm.js's DOM renderer. */
export const domNames: Names = {
  _updateDimensions: 'function',
  handleCharSizeChanged: 'function',
  '_coreBrowserService.dpr': 'number',
  'dimensions.device.char.width': 'number',
  'dimensions.css.canvas.width': 'number',
  _rowElements: 'object',
  _screenElement: 'object',
}

/** Names in a renderer of the addon, or a software renderer, that has drawn. */
export const webglNames: Names = {
  renderRows: 'function',
  _updateModel: 'function',
  _clearModel: 'function',
  '_onRequestRedraw.fire': 'function',
  '_glyphRenderer.value.beginFrame': 'function',
  '_glyphRenderer.value.updateCell': 'function',
  '_glyphRenderer.value._terminal.cols': 'number',
  '_terminal.rows': 'number',
  '_terminal.cols': 'number',
  'dimensions.device.canvas.width': 'number',
  'dimensions.device.cell.height': 'number',
  '_model.cells': 'words',
  '_model.lineLengths': 'words',
  '_rectangleRenderer.value.updateBackgrounds': 'function',
  '_rectangleRenderer.value.updateCursor': 'function',
  '_core._renderService._isNextRenderRedrawOnly': 'boolean',
  '_core._renderService._renderDebouncer._coreBrowserService.window.incomplete': 'function',
  '_charAtlas.constructor.maxAtlasPages': 'number',
  '_charAtlas._createNewPage': 'function',
  '_charAtlas._drawToCache': 'function',
  '_charAtlas._getFromCacheMap': 'function',
  '_charAtlas.getRasterizedGlyph': 'function',
  '_charAtlas.getRasterizedGlyphCombinedChar': 'function',
  '_charAtlas.clearTexture': 'function',
  '_charAtlas._cacheMap.clear': 'function',
  '_charAtlas._cacheMapCombined.clear': 'function',
  '_charAtlas._config.customGlyphs': 'boolean',
  '_charAtlas._config.deviceCellWidth': 'number',
  '_charAtlas._config.deviceCellHeight': 'number',
  '_charAtlas._config.deviceCharWidth': 'number',
  '_charAtlas._config.deviceCharHeight': 'number',
  '_charAtlas._config.devicePixelRatio': 'number',
  '_charAtlas._config.allowTransparency': 'boolean',
  '_charAtlas._config.colors.ansi': 'object',
  '_charAtlas._config.fontSize': 'number',
  '_charAtlas._unicodeService.getStringCellWidth': 'function',
  '_charAtlas._tmpCtx.fillText': 'function',
  '_charAtlas._workAttributeData.getFgColorMode': 'function',
  '_charAtlas._getForegroundColor': 'function',
  '_charAtlas._getMinimumContrastColor': 'function',
  '_charAtlas._config.minimumContrastRatio': 'number',
  '_charAtlas._textureSize': 'number',
  '_charAtlas._didWarmUp': 'boolean',
  '_charAtlas._activePages': 'object',
  '_charAtlas._pages.0._glyphs': 'object',
  '_charAtlas._pages.0._usedPixels': 'number',
  '_charAtlas._pages.0.clear': 'function',
}

/** Further names in such a renderer, for text of other sizes (sized/). */
export const sizedNames: Names = {
  '_core.buffer.ydisp': 'number',
  '_core.buffer.lines.get': 'function',
  '_themeService.colors.ansi.255.rgba': 'number',
  '_renderLayers.0._fillBottomLineAtCells': 'function',
  '_renderLayers.0._clearCells': 'function',
  '_renderLayers.0._ctx.fillRect': 'function',
  '_renderLayers.0._deviceCellWidth': 'number',
  '_renderLayers.0._deviceCellHeight': 'number',
  '_renderLayers.0._coreBrowserService.dpr': 'number',
  '_charAtlas._config.fontFamily': 'any',
  '_charAtlas._config.fontWeight': 'any',
  '_charAtlas._config.fontWeightBold': 'any',
  '_charAtlas._workAttributeData.isItalic': 'function',
  _cursorBlinkStateManager: 'object',
}

/** Methods of the addon's `WebglRenderer` that the software renderer borrows. */
export const methodNames: Names = {
  _updateDimensions: 'function',
  _updateCursorBlink: 'function',
  _refreshCharAtlas: 'function',
  _handleColorChange: 'function',
  _handleOptionsChanged: 'function',
  _setCanvasDevicePixelDimensions: 'function',
}

/** @throws naming the first missing name */
export function checkNames(inside: unknown, names: Names): void {
  for (const [path, kind] of Object.entries(names)) {
    if (!isThere(inside, path.split('.'), kind))
      throw new Error(
        `xterm.js has no ${path} (${kind}) inside any more: vibeflow is written for another ` +
          'version of it',
      )
  }
}

const checked = new WeakSet<object>()

/** Returns a terminal's inner part, after a check. @throws as `checkNames` */
export function coreOf<Core extends object>(terminal: Terminal): Core {
  // private in xterm.js, checked here
  const { _core: core } = terminal as unknown as { readonly _core: Core }
  if (!checked.has(core)) checkNames(core, terminal.element === undefined ? coreNames : openedNames)
  checked.add(core)
  return core
}

function isThere(inside: unknown, path: readonly string[], kind: Kind): boolean {
  let value = inside
  for (const name of path) {
    if (name === 'get(0)') {
      value = (value as { readonly get?: (index: number) => unknown } | undefined)?.get?.(0)
      continue
    }
    if (
      value === null ||
      (typeof value !== 'object' && typeof value !== 'function') ||
      !(name in value)
    )
      return false
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  if (kind === 'any') return true
  return kind === 'words'
    ? value instanceof Uint32Array
    : kind === 'window'
      ? value === window
      : typeof value === kind && value !== null
}
