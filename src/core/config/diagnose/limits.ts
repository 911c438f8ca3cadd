/** Characters of the engine's answer, which has text of the graphics driver. Beyond: a problem. */
export const engineAnswerMax = 65_536
