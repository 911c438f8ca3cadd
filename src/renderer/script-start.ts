/**
 * Notes when the page's own script began: what lies before is the engine's. Imported before
 * everything else.
 */
performance.mark('vibeflow: script')

export {}
