/** Rules by agent (docs/reference/screen-rules.md). The first agent that fits a process wins. */
import aider from './aider.json' with { type: 'json' }
import amp from './amp.json' with { type: 'json' }
import antigravity from './antigravity.json' with { type: 'json' }
import auggie from './auggie.json' with { type: 'json' }
import claude from './claude.json' with { type: 'json' }
import cline from './cline.json' with { type: 'json' }
import codebuff from './codebuff.json' with { type: 'json' }
import codex from './codex.json' with { type: 'json' }
import commandcode from './commandcode.json' with { type: 'json' }
import continueAgent from './continue.json' with { type: 'json' }
import copilot from './copilot.json' with { type: 'json' }
import crush from './crush.json' with { type: 'json' }
import cursor from './cursor.json' with { type: 'json' }
import deepagents from './deepagents.json' with { type: 'json' }
import devin from './devin.json' with { type: 'json' }
import droid from './droid.json' with { type: 'json' }
import gemini from './gemini.json' with { type: 'json' }
import goose from './goose.json' with { type: 'json' }
import grok from './grok.json' with { type: 'json' }
import hermes from './hermes.json' with { type: 'json' }
import kilo from './kilo.json' with { type: 'json' }
import kimi from './kimi.json' with { type: 'json' }
import kiro from './kiro.json' with { type: 'json' }
import letta from './letta.json' with { type: 'json' }
import maki from './maki.json' with { type: 'json' }
import mastracode from './mastracode.json' with { type: 'json' }
import muse from './muse.json' with { type: 'json' }
import nanocoder from './nanocoder.json' with { type: 'json' }
import omp from './omp.json' with { type: 'json' }
import opencode from './opencode.json' with { type: 'json' }
import pi from './pi.json' with { type: 'json' }
import qodercli from './qodercli.json' with { type: 'json' }
import qodo from './qodo.json' with { type: 'json' }
import qwen from './qwen.json' with { type: 'json' }
import trae from './trae.json' with { type: 'json' }
import vibe from './vibe.json' with { type: 'json' }
import vtcode from './vtcode.json' with { type: 'json' }

export const builtInRules: Readonly<Record<string, unknown>> = {
  claude,
  codex,
  opencode,
  kilo,
  gemini,
  antigravity,
  cursor,
  copilot,
  amp,
  droid,
  qwen,
  grok,
  kimi,
  kiro,
  aider,
  crush,
  goose,
  pi,
  omp,
  hermes,
  qodercli,
  cline,
  devin,
  auggie,
  continue: continueAgent,
  vibe,
  mastracode,
  maki,
  nanocoder,
  qodo,
  letta,
  codebuff,
  commandcode,
  muse,
  trae,
  vtcode,
  deepagents,
}
