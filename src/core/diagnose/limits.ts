/**
 * What the engine may answer with, in characters: it is our own program, but what it prints is the
 * graphics driver's. Beyond: reported as a problem.
 */
export const engineAnswerMax = 65_536
