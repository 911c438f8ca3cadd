/** Marks the start of the page's script, after the engine's time. Imported before everything. */
performance.mark('vibeflow: script')

export {}
