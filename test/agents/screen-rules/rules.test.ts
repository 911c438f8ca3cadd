/**
 * Tests every shipped screen rule: on one screen this rule decides, and on a near miss it does not.
 */
import { describe, expect, it } from 'vitest'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { screenRules } from '../../../src/agents/screen-rules/read-screen.ts'
import { readAll } from '../../support/fake/limit.ts'

/**
 * Returns the state that an agent's rules read from a screen. Trailing rows are empty, as in a
 * terminal that is not full.
 */
function said(agent: string, screen: string): string | undefined {
  return readAll(screenRules(shippedAgents().get(agent)?.rules ?? []), [
    ...screen.split('\n'),
    '',
    '',
  ]).rule
}

const line = '─'.repeat(40)

/** By agent: a rule, a screen on which it holds, and a near miss. */
const examples: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  claude: [
    [
      'transcript_view',
      'text\nShowing detailed transcript · ctrl+o to toggle',
      'Showing detailed transcript\na\nb\nc',
    ],
    [
      'form_blocked',
      `${line}\n❯ 1. Red\n  2. Blue\nEnter to select · Esc to cancel`,
      `Enter to select · Esc to cancel\n${line}\n❯ 1. Red`,
    ],
    [
      'server_form',
      `${line}\n MCP server “asks” wants to open a URL\n ❯ Accept  Decline\n Esc to cancel · ←/→`,
      `● MCP server “asks” requests input\n Accept  Decline\n Esc to cancel · ↑\n${line}\n❯ `,
    ],
    [
      'reader_permission',
      'Permission Required: Bash command\nSelect with numbers [1-3]. Then\nEsc to cancel\n\n',
      'Permission Required: Bash command\nSelect with numbers [1-3]\na\nb\nmode on\n$',
    ],
    [
      'reader_question',
      'Question: Color\n1. Red\nSelect with numbers [1-4]. Then Enter to submit or Escape\n\n',
      'claude: Question: Color\nSelect with numbers [1-4]. Then Enter',
    ],
    ['reader_works', 'you: go\nauto mode on  ·  esc to interrupt\n$ next', 'esc to interrupt\n$'],
    [
      'reader_works',
      'you: go\nMoonwalking…\nTip: Go on\nplan mode on\n$',
      'you: go…\nplan mode on\n$ ',
    ],
    [
      'reader_prompt',
      'Baked for 28s\nmanual mode on\nA warning\n$  next',
      'manual mode on\n$ ls\na',
    ],
    [
      'workflow_blocked',
      'Run a dynamic workflow?\nEsc to cancel',
      'Run a dynamic workflow\nEsc to cancel',
    ],
    [
      'btw_overlay',
      '/btw what is it\nan answer\nEsc to close',
      '/btw what is it\nEsc to close this',
    ],
    ['turn_live', '✻ Cooking…', '✻ Cooking'],
    ['turn_live', '✻ Cooking… (12s · 40 tokens)', '✻ Cooking… (later)'],
    ['turn_live', '⏵⏵ auto mode on · esc to interrupt', 'Press esc to interrupt'],
    ['turn_live', '✻ Compacting conversation… (12s)', '✻ Compacted in (12s)'],
    ['bg_shells', '⏵⏵ auto mode on · 2 shells · esc', '⏵⏵ auto mode on · 0 shells · esc'],
    [
      'bg_agents',
      '✢ Waiting for 2 background agents to finish',
      '✢ Waiting for 0 background agents to finish',
    ],
    [
      'prompt_idle',
      `● Done.\n${line}\n❯ \n${line}\n  ? for shortcuts`,
      `${line}\n❯ 1. Yes\nEsc to cancel\n${line}`,
    ],
    [
      'model_picker',
      'Select model\nEnter to set as default · Esc to cancel',
      'Select model\nEnter to set as default',
    ],
    [
      'permission',
      ' Do you want to proceed?\n ❯ 1. Yes\n   2. No',
      'He asked: do you want to proceed?',
    ],
    [
      'question_form',
      '❯ 1. Red\n  3. Chat about this\nEnter to select · Esc to\ncancel',
      '❯ 1. Red\n  Chat about this\nEnter to select · Esc to cancel',
    ],
    [
      'trust_folder',
      '❯ No, exit\n  Yes, I trust this folder\nEnter to confirm',
      '❯ No, exit\n  Yes, I trust this folder and more\nEnter to confirm',
    ],
    [
      'trust_numbered',
      '❯ 1. Yes, I trust this folder\n  2. No, exit\nEnter to confirm',
      '❯ 1. Yes, I trust this folder',
    ],
    [
      'plan',
      'Claude wants to exit plan mode\n❯ 1. Yes, and switch to default\n  2. No',
      '● Claude wants to exit plan mode\n❯ 1. Yes',
    ],
    [
      'amending',
      'Do you want to proceed?\n❯ 1. Yes, and tell Claude what to do next\n  2. No\n\n' +
        ' Esc to cancel',
      'Do you want to proceed?\n❯ 1. Yes\n  2. No\n\n Esc to cancel · Tab to amend',
    ],
    ['deny_menu', '2. Deny (esc)', '2. Deny'],
    [
      'edit_question',
      '│ Do you want to make this edit to a.ts?\n│ ❯ 1. Yes',
      '│ Do you want to make this edit to a.ts?\n│ ❯ 1. Maybe',
    ],
    ['review_answers', 'Review your answers', 'Review your answers\n❯'],
    [
      'trust_dialog',
      'Do you trust the files in this folder?',
      'Do you trust files in this folder?',
    ],
    ['auth_error', 'API Error: 401 · Please run /login', 'API Error: 500'],
  ],
  codex: [
    [
      'transcript',
      '/ T R A N S C R I P T /\n ↑/↓ to scroll   pgup/pgdn to page   q to quit',
      'pgup/pgdn to page   q to quit',
    ],
    [
      'trust',
      '> You are in /home/me\n  Do you trust the contents of this\n  directory?',
      '> You are in /home/me\n  You trust the contents of this directory.',
    ],
    ['confirm', '  Press enter to confirm or esc to cancel', '  Press enter to confirm'],
    [
      'prompt_draft',
      `• Done\n› a draft${'\n  with a row'.repeat(12)}\n  gpt-5 default · ~/api`,
      `› a task\n• Done${'\n  with a row'.repeat(12)}\n  gpt-5 default · ~/api`,
    ],
    [
      'approval_title',
      'Would you like to run the following command?\n› 1. Yes, proceed (y)',
      'Would you like to run the following command?\n› 2. Yes, proceed',
    ],
    [
      'status_row',
      '• Working (3s • esc to interrupt)',
      '• Working (3s • esc to interrupt)\nConversation interrupted',
    ],
    [
      'status_row',
      '• Fixing bug in queue region (3m 22s • esc to interrupt)\n\n  ↳ run the tests next\n' +
        '  ↳ then push\n    alt+↑ edit\n\n› Ask Codex to do anything\n\n  gpt-5 default · ~/api',
      '• Fixing bug in queue region (3m 22s • esc to interrupt)\n\n  is what it shows.\n\n› Ask',
    ],
    [
      'status_row',
      '◦ Working (2m 10s)\n\n› Ask Codex to do anything\n\n  gpt-5 default · ~/api',
      '• Built it (2m 10s)\n\n› Ask Codex to do anything\n\n  gpt-5 default · ~/api',
    ],
    [
      'status_row',
      '• Working (1h 00m 02s • f12 to interrupt) · 1 background terminal\n  └ cargo test\n\n› ',
      '• Reconnect failed (12s)\n\n› Ask Codex to do anything',
    ],
    [
      'status_row',
      '• Starting MCP servers (1/3): github, (linear) (0s • esc to interrupt)\n\n' +
        '• Queued follow-up inputs\n  ↳ a\n\n› Ask Codex to do anything',
      '  • Working (12s • esc to interrupt)\n\n› Ask Codex to do anything',
    ],
    [
      'limit_or_plan',
      '  Approaching rate limits\n  Switch to gpt-6-luna for lower credit usage?\n\n' +
        '› 1. Switch to gpt-6-luna\n  2. Keep current model\n\n  enter select · esc back',
      '  Approaching rate limits\n\n› Ask Codex to do anything\n\n  Select Model\n' +
        '› 1. gpt-6-luna\n\n  enter select · esc back',
    ],
    [
      'hooks_review',
      '  Hooks need review\n  2 hooks are new or changed.\n' +
        '  Hooks can run outside the sandbox after you trust them.\n\n› 1. Review hooks\n' +
        "  2. Trust all and continue\n  3. Continue without trusting (hooks won't run)\n\n" +
        '  Press enter to confirm or esc to go back',
      '  Hooks need review\n› 1. Review hooks\n  2. Trust all and continue\n' +
        '  3. Continue without trusting\n\n› Ask Codex to do anything',
    ],
    [
      'elicitation_approval',
      '  Field 1/1\n  Allow this request?\n  › 1. Allow   Run the tool and continue.\n' +
        '    2. Cancel  Cancel this tool call\n\n  enter to submit | esc to cancel',
      '  Field 1/1\n  › 1. Allow   Run the tool.\n\n  enter to submit | esc to cancel\n› Ask',
    ],
    [
      'elicitation',
      '  Field 1/2 (2 required unanswered)\n  Which repository?\n\n› Type your answer\n\n' +
        '  enter to submit answer | ctrl + p / ctrl + n change field |\n  esc to cancel',
      '  Field 1/2\n  enter to submit answer | esc to cancel\n\n› Ask Codex to do anything',
    ],
    [
      'elicitation_link',
      '  MCP sign-in required\n  Server: github_mcp\n\n  URL\n  https://github.example/login\n\n' +
        '  › 1. Open sign-in URL\n    2. Back\n' +
        '  Use tab / ↑ ↓ to move, enter to select, esc to close',
      '  MCP sign-in required\n  1. Open sign-in URL\n  2. Back\n\n› Ask Codex to do anything',
    ],
    [
      'elicitation_link',
      '  Finish in Browser\n\n  Link:\n  https://pay.example/1\n\n' +
        '    1. I finished\n  › 2. Back\n' +
        '  Use tab / ↑ ↓ to move, enter to select, esc to close',
      '  Finish in Browser\n  › 1. I finished\n    2. Back',
    ],
    [
      'request_input',
      '  Question 1/1 (1 unanswered)\n  Area\n  Choose an option.\n\n' +
        '  › 1. Option 1  First choice.\n    2. Option 2  Second choice.\n\n' +
        '  tab to add notes | enter to submit answer | esc to interrupt',
      '  Question 1/1\n  › 1. Option 1\n  enter to submit answer | esc to interrupt\n\n› Ask Codex',
    ],
    [
      'request_input',
      '  Question 2/2\n  Goal\n  Share details.\n\n  › Type your answer (optional)\n\n' +
        '  enter to submit all |\n  ctrl + p prev | ctrl + n next |\n  esc to interrupt',
      '• Question 2/2\n  enter to submit all | esc to interrupt',
    ],
    ['login', 'Sign in with ChatGPT\nPress enter to continue', 'Sign in with ChatGPT'],
    [
      'prompt_idle',
      '› Ask Codex to do anything\n\n  ? for shortcuts',
      '> Ask Codex to do anything',
    ],
    [
      'sign_in',
      '  Finish signing in via your browser\n\n  Press esc to cancel',
      '› Finish signing in via your browser\n\n  Press esc to cancel',
    ],
  ],
  opencode: [
    [
      'permission_command',
      '  ┃  △ Permission required\n  ┃    # Shell command\n  ┃\n  ┃  $ ls\n  ┃\n' +
        '  ┃   Allow once   Allow always   Reject   enter confirm',
      '  ┃  △ Permission required\n  ┃    # Shell command\n  ┃\n  ┃  $ ls\n  ┃  ls\n  ┃\n' +
        '  ┃   Allow once   Allow always   Reject   enter confirm',
    ],
    [
      'permission',
      '  ┃  △ Permission required\n  ┃    → Edit new.txt\n  ┃\n  ┃   Allow once   Reject\n  ┃\n',
      '  ┃  △ Permission required\n  ┃\n\n  ┃\n  ┃  Build · stand-in\n  ╹▀▀▀▀▀▀▀▀▀▀\n   ~/api',
    ],
    [
      'question',
      '  ┃  1. Yes\n  ┃\n  ┃  ↑↓ select  enter submit  esc dismiss    ~/api\n  ┃\n',
      '  ┃  ↑↓ select  enter submit  esc dismiss\n  ┃\n  ┃  Build · stand-in\n  ╹▀▀▀▀▀▀▀\n   ~/api',
    ],
    ['interrupt_hint', 'esc interrupt', 'desc interrupt'],
    ['bar', '⬝⬝■■■⬝', '■■■'],
    [
      'retry',
      '  ╹▀▀▀▀▀▀▀▀▀▀\n   ⬝Cannot⬝connect to API: The socket … [retrying\n   in 4s attempt #1]',
      '     [retrying in 4s]\n  ┃\n  ┃  Build · stand-in\n  ╹▀▀▀▀▀▀▀▀▀▀\n   ~/api  ctrl+p',
    ],
    ['composer', 'Ask anything… "Fix a TODO"', 'Ask me'],
    [
      'composer',
      '  ┃  Build · stand-in\n  ╹▀▀▀▀▀▀▀▀▀▀\n   ~/api 15 ctrl+p\n         commands',
      '  ╹▀▀▀▀▀▀▀▀▀▀\n  ┃  The edge of a box is above.',
    ],
    [
      'question_narrow',
      '  ┃  1. Red\n  ┃\n  ┃  ↑↓       enter       esc\n  ┃  select   submit      dismiss\n  ┃',
      '  ┃  ↑↓     enter     esc\n  ┃  select submit    dismiss\n  ┃\n  ┃  Build · stand-in',
    ],
  ],
  kilo: [['composer', 'Ask anything… "Fix a TODO"', 'Ask me']],
  gemini: [
    [
      'ask_user',
      '│ Answer Questions │\n│ Which? │\n│ ● 1.  Red │\n│ Enter to select · Esc to cancel │\n╰──╯',
      '│ Answer Questions │\n│ Enter to select · Esc to cancel │\n╰──╯\n  It showed this.',
    ],
    [
      'confirm_cut',
      '│ ... first 45 lines hidden (Ctrl+O to show) ... │\n│ ● 1. Allow once │',
      '│ ... first 45 lines (Ctrl+O to show) ... │\n│ ● 1. Allow once │',
    ],
    ['confirm_tip', '⠏ Waiting for user confirmation...', 'Waiting for the user'],
    [
      'confirm_box',
      "Allow execution of: 'touch'?\n● 1. Allow once",
      "Allow execution of: 'touch'?\n● 1. Never",
    ],
    [
      'trust',
      ' │ Do you trust the files in this folder?  │\n │ ● 1. Trust folder (api)  │',
      'Do you trust the files in this folder?\n● 1. Trust folder',
    ],
    [
      'login',
      '│   How would you like to authenticate for this project?  │\n' +
        '│   ● 1. Sign in with Google  │',
      '✦ How would you like to authenticate for this project?',
    ],
    ['login', '│ Enter Gemini API Key   │\n│ Paste it │', '│ Enter Gemini API Key here │'],
    // in the frame of a file that it has read, above its input box
    [
      'trust',
      '│ Do you trust the files in this folder?  │\n│   1. Trust folder (api)  │',
      '│ Do you trust the files in this folder? │\n│ 1. Trust folder │\n' +
        ' >   Type your message or @',
    ],
    [
      'login',
      '│   Waiting for authentication... (Press Esc or Ctrl+C to cancel)  │',
      '│ Enter Gemini API Key  │\n >   my draft\n workspace (/directory)      model',
    ],
    [
      'question',
      '│ ● 1. Keep trying │',
      '│ ● 1. Keep trying │\n >   Type your message or @path/to/file',
    ],
    [
      'question',
      '│ ? A potential loop was detected │\n│ ● 1. Keep loop detection enabled (esc) │',
      '│ 1. Keep loop detection enabled (esc) │',
    ],
    ['cancel_hint', '⠧ Thinking... (esc to cancel, 44s)', '⠧ Thinking... (esc to cancel)'],
    // narrow; and in the text of the agent
    [
      'cancel_hint',
      ` ⠧ Reading the files of the\n project (esc to cancel, 4s)\n${line}\n` +
        ` >   Type your message or @`,
      `✦ It prints:\n  ⠧ Thinking... (esc to cancel, 4s)\n${line}\n >   Type your message or @`,
    ],
    [
      'compressing',
      ` > /compress\n▀▀▀\n⠼ Compressing chat history\n\n ? for shortcuts\n${line}\n` +
        ' >   Type your message or @',
      ` > /compress\n▀▀▀\n⠼ Compressing chat history\n✦ Done\n${line}\n` +
        ' >   Type your message or @',
    ],
    [
      'compressing',
      ' ⠼ Compressing chat history\n >   Type your message or @',
      '✦ It prints:\n  ⠼ Compressing chat history\n >   Type your message or @',
    ],
    // the text of the agent quotes a dialog, above its input box
    [
      'confirm_box',
      ' > make a file\n▀▀▀\n╭───╮\n│ Apply this change? │\n│ ● 1. Allow once │\n╰───╯',
      ` > show it\n▀▀▀\n✦ Apply this change?\n  ● 1. Allow once\n${line}\n` +
        ` > my draft\n▀▀▀\n /model`,
    ],
    [
      'confirm_tip',
      ' > make a file\n▀▀▀\n│ ? Shell touch │\n ⠏ Waiting for user confirmation...',
      `✦ It prints:\n  ⠏ Waiting for user confirmation...\n${line}\n *   Type your message or @`,
    ],
    [
      'confirm_cut',
      ' > make a file\n▀▀▀\n│ ... first 45 lines hidden (Ctrl+O to show) ... │\n' +
        '│ ● 1. Allow once │',
      `│ ... first 45 lines hidden (Ctrl+O to show) ... │\n│ ● 1. Allow once │\n` +
        `${line}\n > a draft`,
    ],
    ['composer', ' >   Type your message or @path/to/file', ' >   Type a message'],
    [
      'composer_draft',
      `▄▄▄▄▄▄\n > make a file${'\n   of many lines'.repeat(9)}\n▀▀▀▀▀▀\n workspace\n ~/api`,
      '▄▄▄▄▄▄\n > make a file\n▀▀▀▀▀▀\n✦ It is there.\n workspace\n ~/api', // of the transcript
    ],
  ],
  antigravity: [
    [
      'permission',
      'Requesting permission for: ls\nDo you want to proceed?',
      'Requesting permission for: ls',
    ],
    ['spinner', '⠋ Thinking', '⠋ Thought'],
    ['tasks', 'ready · 2 tasks', 'ready · 0 tasks'],
  ],
  cursor: [
    ['write_file', 'Write to this file?\n → Proceed (y)', 'Write to this file?'],
    ['approval', ' → Run (once) (y)', ' → Run (once)'],
    ['stop_hint', 'ctrl+c to stop', 'ctrl+c to leave'],
    ['bg', '2 background tasks', '0 background tasks'],
    ['spinner', '⬡ Generating', '⬡ Generated'],
  ],
  copilot: [
    [
      'permission',
      '│ Do you want to run this command?  │\n│ ❯ 1. Yes │\n│ enter to select · esc to cancel │',
      '│ Which colour?  │\n│ ❯ 1. Red │\n│ enter to select · esc to cancel │',
    ],
    [
      'permission',
      '│ Do you want to run this? │\n│ ❯ 1. Yes │\n│ enter to select · esc to │\n│ cancel │',
      '│ Do you want to run this? │\n│ ❯ 1. Yes │\n│ enter to select · esc to │',
    ],
    ['status_row', '┃\n ● Working · 82 B esc esc interrupt   one', ' ● Working on it\n┃\n ? help'],
    [
      'composer',
      '┃ make a file\n╹▀▀▀▀▀▀\n Interactive · Manual Approval · @ files · # issues',
      '╹▀▀▀▀▀▀\na\nb\nc',
    ],
    [
      'login',
      'Please use /login to sign in to use Copilot\n ~/api\n╻▄▄▄\n┃\n╹▀▀▀\n / commands · ? help',
      '● Please use /login to sign in to use Copilot\n╹▀▀▀',
    ],
    [
      'sign_in',
      ' How do you want to sign in?\n ❯ 1. In your browser\n   2. With a code\n ↑/↓ to navigate',
      '● How do you want to sign in?\n ~/api\n╻▄▄▄\n┃\n╹▀▀▀\n / commands · ? help',
    ],
    [
      'sign_in',
      ' Error during sign-in: Error: request failed\n Press any key to retry',
      ' ● Error during sign-in: Error: request failed',
    ],
    [
      'picker',
      '│ Rewind to │\n│ ❯  1. one │\n│ ↑↓ Navigate · Enter Select · Esc Cancel │\n╰──╯',
      '● Use ↑↓ Navigate · Enter Select',
    ],
    [
      'link',
      '╻▄▄▄\n┃  asks wants you to visit\n┃\n┃  enter open · esc cancel\n╹▀▀▀',
      '╻▄▄▄\n┃ enter open · esc cancel\n╹▀▀▀\n Interactive',
    ],
    ['selection', '❯ 1. Yes\nEnter to select · Esc to cancel', 'Enter to select'],
    ['question_box', '│ Do you want to run this command?', 'Do you want to run this command?'],
    [
      'compacting',
      '◎ Compacting conversation history (1m\n12s)\n ~/api\n╻▄▄▄\n┃\n╹▀▀▀\n / commands · ? help',
      ' ● It prints this:\n   ◎ Compacting conversation history (6s)\n ~/api\n╻▄▄▄\n┃\n╹▀▀▀',
    ],
    // in tmux, above a draft; and a row that is over
    [
      'compacting',
      `● Compacting conversation history (6s)\n ~/api\n${line}\n❯ and then\n${line}\n ? help`,
      `◎ Compacting conversation history (6s)\n ● Hello.\n ~/api\n${line}\n❯\n${line}\n ? help`,
    ],
    ['cancel_hint', 'Thinking (Esc to cancel)', 'Thinking (Esc to leave)'],
  ],
  qwen: [
    [
      'question',
      '   ❯ 1. Red\n     2. Blue\n\n   ↑/↓: Navigate | Enter: Select | Esc: Cancel\n\n' +
        '  ⠏ Waiting for user confirmation...',
      '   ↑/↓: Navigate | Enter: Select | Esc: Cancel\n⠋ Thinking... (esc to cancel, 5s)',
    ],
    [
      'confirm_cut',
      '  ... last 47 lines hidden ...\n › 1. Yes, allow once',
      '  ... last 47 lines hidden\n › 1. Yes, allow once',
    ],
    [
      'input_box',
      `${line}\n> The file is there\n${line}\n  ? for shortcuts`,
      `> The file is there\n${line}`,
    ],
    ['confirm_wait', '⠏ Waiting for user confirmation...', 'Waiting for user confirmation...'],
    ['confirm_wait', '⠏ 等待用户确认...', '⠏ 等待...'],
    [
      'confirm_box',
      'Apply this change?\n● 1. Yes, allow once',
      'Apply this change?\n● 1. Yes, allow always',
    ],
    ['trust', 'Do you trust this folder?\n● 1. Trust folder (api)', 'Do you trust this folder?'],
    [
      'login',
      '  │ Connect a Provider   │\n  │ › Alibaba ModelStudio │\n  │   Custom Provider    │',
      '  │ Connect a Provider   │\n  │ › Alibaba ModelStudio │',
    ],
    [
      'background_agent',
      `> \n${line}\n` +
        `  ⏸ Ask permissions (shift + tab to cycle) · 2 shells, 1 local agent, 1 monitor`,
      `> \n${line}\n  ⏸ Ask permissions (shift + tab to cycle) · 1 local agent paused`,
    ],
    // narrow, so that the count is cut off; and in the text of the agent
    [
      'background_agent',
      `> \n${line}\n  ⏸ Ask permissions (shift + ta…\n    main\n` +
        `    ○\uFE0E Look aro… ▶ 1m 2s · 40 tokens`,
      `  ◆ · 1 local agent\n    ○\uFE0E Look around ▶ 12s\n${line}\n> \n${line}\n` +
        `    ✔ Look around ▶ 12s`,
    ],
    ['cancel_hint', '⠏ Thinking (1m 2s · esc to cancel)', '⠏ Thinking (soon · esc to cancel)'],
    ['composer', '>   Type your message or @path/to/file', '>   Type a message'],
  ],
  amp: [
    ['approval', 'Waiting for approval...', 'Waiting for tools'],
    ['footer_busy', '╰ main thinking ──', '╰ main idle ──'],
    [
      'login',
      'Would you like to log in to Amp? [(y)es, (n)o]:',
      '> Would you like to log in to Amp?',
    ],
    ['cancel_hint', 'Esc to cancel', 'Esc to leave'],
  ],
  droid: [
    ['composer', '╰───╯\n1 config issue — /diagnostics    IDE', '╰───╯\n1 config issue'],
    [
      'approval_command',
      '  Command to approve · low risk\n  ↳ ls\n│  Yes, allow │\n Enter select   Esc cancel',
      '  Command to approve · low risk\n  ↳ ls ... rm\n│  Yes, allow │\n Enter select   Esc cancel',
    ],
    [
      'approval',
      '  Command to approve · low\n│  Yes, allow   │\n  Enter select   Esc cancel',
      '│  Yes, one   │\n  Enter select   Esc cancel',
    ],
    [
      'trust',
      '> 1. Trust this folder\n  2. Exit\nEnter to confirm · Esc to exit',
      ' 1. Trust this folder',
    ],
    [
      'login',
      'Please login with your Factory account to continue.\n\n> Login\n  Exit',
      'Please login with your Factory account to continue.\n\n> Log out',
    ],
    ['composer', '│ > Try one  │\n╰──╯\n[⏱ 3s] ? for help  TMUX', '? for help\n╰──╯'],
    [
      'execute',
      '> Yes, allow\nEnter to select · Esc to cancel',
      'Yes, allow\nEnter to select · Esc to cancel',
    ],
    ['menu', '↑/↓ navigate · Enter select · Esc cancel', 'Enter select · Esc cancel'],
    [
      'confirm',
      '╭───╮\n│ Compress session 1?              │\n│ Enter to confirm, ESC to cancel  │\n╰───╯',
      '│ Enter to confirm, ESC to cancel  │\n╰───╯\n│ > Ask │\n╰───╯\n? for help',
    ],
    [
      'question',
      '   1. Red\n   ↑/↓ Navigate • Space/Enter/1–9 Select •\n   ESC stop agent',
      '   ↑/↓ Navigate • Space/Enter/1–9 Select • ESC stop agent\n? for help',
    ],
    [
      'question',
      '   Tab/⇧Tab Questions • Enter Submit answer • ↑ back to options • ESC stop agent',
      '   Tab/⇧Tab Questions • Enter Submit answer • ESC stop agent',
    ],
    ['stop_hint', 'Thinking... (esc to stop)', 'Thinking... (esc)'],
    [
      'compressing',
      `│ ⠸ Compressing history... │\n╰${line}╯\n Auto (Off)\n╭${line}╮\n│ > │`,
      `│ ⠸ Compressing... │\n╰${line}╯\n⛬  It drew this.\n Auto\n╭${line}╮\n│ > │`,
    ],
    ['stop_hint', ' ⠋ Cancelling tools...  (Please wait)', 'Cancel (Please wait)'],
  ],
  grok: [
    ['options', '┃ 1 (●) Yes', '┃ 1 (x) Yes'],
    [
      'permission',
      '  ┃  Make a file\n  ┃  1 (●) Yes, and always\n  ┃  2 (○) Yes, proceed\nTab/Space:permission',
      '  ┃  1 (●) Red\n  ┃  2 (○) Blue',
    ],
    [
      'trust',
      '  Do you trust the contents of this directory?\n\n  y  Yes, proceed\n  n  No, quit',
      '❯ Grok asks "Do you trust the contents of this directory?"\n  and I said: Yes, proceed',
    ],
    ['login', '    Login with Grok      l\n    Quit       q\n ╰── Grok ─╯', 'Login with Grok'],
    [
      'sign_in',
      "   If it doesn't open, click here to copy.\n  │ ❯ token │\n   enter  submit    ctrl+q  quit",
      "   If it doesn't open, click here to copy.\n  │ ❯ │\n  ╰─── Grok ─╯",
    ],
    [
      'plan',
      '  ╰───── stand-in · plan approval ─╯\n  a:approve',
      '  ╰───── stand-in ─╯\n  a:approve',
    ],
    [
      'plan',
      '    ◆ No plan written: approve or request changes\n  ╭───╮\n  │ ❯ │\n  ╰───╯\n  Tab:plan',
      '     ◆ Waiting on plan approval\n  ╭───╮\n  │ ❯ │\n  ╰───╯\n  Shift+Tab:mode',
    ],
    ['perm_hints', 'enter:select · ctrl+o:yolo', 'enter:select'],
    ['perm_hints', '1/4:select  │  Ctrl+o:always-approve', 'Ctrl+o:always-approve'],
    ['bg_chip', '⋅ 2 │ main', '⋅ 0 │ main'],
    ['stop_chip', '⠋ Thinking   [stop]', '⠋ Thinking   [stop] x'],
    ['hints_busy', 'esc:cancel', 'esc cancel'],
    ['hints_busy', 'Shift+Tab:mode  │  Ctrl+c:cancel  │  Ctrl+x:shortcuts', 'Ctrl+c cancels'],
    // narrow, over a menu: its status row is hidden, and the next hint cut off
    [
      'hints_busy',
      '  │ ❯ /      │\n  ╰─── stand-in ─╯\n  Enter:queue  │  Alt+Enter:newline',
      '  │ ❯ /      │\n  ╰─── stand-in ─╯\n  Enter:send  │  Alt+Enter:newline',
    ],
    [
      'input_box',
      '  │ ❯ hello  │\n  ╰─── stand-in ─╯\n  Enter:send',
      '  12s ⇣2.26k [stop]\n  │ ❯        │\n  ╰─── stand-in ─╯\n  Shift+Tab:mode',
    ],
    ['hints_idle', 'ctrl+.:shortcuts', 'ctrl+.:shortcuts ctrl+c:cancel'],
    ['hints_idle', 'Shift+Tab:mode  │  Ctrl+x:shortcuts', 'Ctrl+c:cancel  │  Ctrl+x:shortcuts'],
    [
      'input_box',
      '  │ ❯       │\n  ╰─── stand-in ─╯\n   Logged in with API key',
      '  │ ❯       │\n  ╰─── stand-in ─╯\n   Ctrl+c:cancel',
    ],
  ],
  letta: [
    [
      'permission',
      'Run this command?\n  $ ls\n❯ 1. Yes\n  2. No, and tell Letta Code what to do\n' +
        'Enter to select · Esc to cancel',
      '❯ 1. Yes\n  2. No, and tell Letta Code what to do\nEnter to select · Esc',
    ],
    ['question', '❯ 1. Red\nEnter to select · Esc to cancel', '❯ 1. Red\nEnter to select'],
    [
      'plan_mode',
      'Enter plan mode?\n❯ 1. Yes, enter plan mode\n  2. No, start implementing now',
      '  1. Yes, enter plan mode\n  2. No, start implementing now\n────\n› \n────',
    ],
    [
      'spinner',
      '= Letta Code is learning… (esc to interrupt)\n────────────\n›\n────────────',
      '• I wrote… (esc to interrupt)\n────────────\n$\n────────────',
    ],
    [
      'input_box',
      '────────────\n› hello\n────────────\nPress /',
      '────────────\n$ hello\n────────────',
    ],
  ],
  kimi: [
    ['approval', 'Run this command?\n↵ confirm', 'Run this command?'],
    [
      'approval_command',
      '   ▶ Run this command?\n   $ ls\n   ▶ 1. Approve once\n   1/2/3/4 choose · ↵ confirm',
      '     ▶ Run this command?\n   1/2/3/4 choose · ↵ confirm',
    ],
    ['moon', '  🌕 · Tip: ctrl-s to add guidance', ' 🌕 · Top: the moon'],
    [
      'trust',
      '  Trust this folder?\n  ↑↓ navigate · Enter select · Esc exit',
      '  Trust this folder? Yes\n  ↑↓ navigate · Enter select · Esc exit',
    ],
    [
      'composer',
      ' │ >  │\n ╰────────────────────────╯\n stand-in ~/api\n   context: 0% (0/256k)',
      ' │ >  │\n ╰────────────────────────╯\n stand-in ~/api\n   context: none',
    ],
    [
      'composer',
      ' │ >  │\n ╰────────────────────────╯\n ~/api\n      context: 0%',
      ' │ >  │\n ╰────────────────────────╯\n ~/api\n      context: 0%, they say',
    ],
    ['question', '↑↓ select · ↵ choose · esc cancel', '↑↓ select · esc cancel'],
    [
      'question',
      '  Ready to submit your answers?\n   → [1] Submit\n     [2] Cancel\n' +
        '   ↑↓ select  1/2 choose  ↵ confirm  ←/→/tab switch  esc cancel',
      '   → [1] Submit\n     [2] Cancel\n   ↑↓ select  1/2 choose  ↵ confirm  esc cancel',
    ],
    ['moon', ' 🌗', ' 🌗 night'],
    [
      'moon',
      ` ✨ go\n\n  🌓 Retrying (4/10) · APIError\n     Connection error.\n ╭${line}╮\n │ > │`,
      ` ✨ go\n ● It printed 🌓 Retrying (4/10) · a\n ╭${line}╮\n │ > │`,
    ],
    [
      'compacting',
      `   Compacting context… · Tip: ask Kimi to\n schedule tasks\n ╭${line}╮\n` +
        ` │ >      │\n ╰${line}╯`,
      ` ● Compacting context… is what it shows.\n ╭${line}╮\n │ >      │\n ╰${line}╯`,
    ],
    [
      'spinner',
      ' ● I look\n  ⠴ Working… · Tip: ! to run a shell\n  command\n ╭───╮\n │ > │\n' +
        ' ╰───╯\n context: 1%',
      ' ● It prints\n   ⠴ Working… · Tip: ! to run a shell\n ╭───╮\n │ > │\n ╰───╯\n context: 1%',
    ],
    [
      'spinner',
      '  ⠴ Thinking…\n   Todo\n   ○ look at it\n ╭───╮\n │ > │\n ╰───╯\n context: 1%',
      '  ⠴ Thinking…\n ● It is done.\n ╭───╮\n │ > │\n ╰───╯\n context: 1%',
    ],
    ['spinner', '⠋ Using bash', '⠋ Used bash'],
  ],
  kiro: [
    ['approval', 'shell requires approval\n> Yes, single permission', 'shell requires approval'],
    ['prompt', 'Ask a question or describe a task', 'Ask a question'],
    ['marker', 'Kiro is working\nask a question or describe a task', 'Kiro works'],
  ],
  aider: [
    [
      'confirm',
      "Add a.ts to the chat? (Y)es/(N)o/(D)on't ask again [Yes]:",
      'Add a.ts to the chat? (Y)es/(N)o',
    ],
    ['waiting_llm', '░█  Waiting for gpt', 'I am Waiting for gpt'],
    ['prompt', 'ask>', 'say: ask>'],
    ['prompt', '> ', '>>>'],
  ],
  crush: [
    [
      'permission',
      'Permission Required\n Allow  Allow for Session  Deny',
      'Permission Required\n Allow  Deny',
    ],
    ['cancel_hint', 'esc press again to cancel', 'desc cancel'],
  ],
  pi: [
    ['edge', `── ⠙ Working ${line}\n${line}\n~/api`, `── Working ${line}\n${line}\n~/api`],
    [
      'composer',
      `${line}\n\n${line}\n~/api\n1.0%/128k (auto)   stand-in`,
      `── ⠙ Working ${line}\n\n${line}\n~/api\n1.0%/128k (auto)   stand-in`,
    ],
    ['working_text', '⠋ Working...', '⠋ Worked'],
  ],
  hermes: [
    ['interrupt_hint', 'Ctrl+C to interrupt', 'Ctrl+C to leave'],
    ['approval', '1. Allow once\n2. Deny', '1. Allow once'],
  ],
  qodercli: [
    ['confirm', 'Permission required', 'Permission'],
    [
      'trust',
      " Do you trust the files in this folder?\n  ❯ 1. Trust folder\n    2. Don't",
      ' Do you trust the files in this folder?\n ◆ Yes',
    ],
    [
      'login',
      ' Sign in to get started.\n  ❯ 1. Sign in to continue\n ↑/↓ navigate · Enter select',
      '  ❯ 1. Sign in to continue',
    ],
    ['cancel_hint', '⠋ Thinking (esc to cancel, 3s)', '⠋ Thinking (esc to cancel)'],
  ],
  auggie: [
    [
      'approval',
      '│  Tool Approval Required │\n│  Terminal: one │\n [A]llow [D]eny',
      '│  Tool Approval Required │\n│  Terminal: one │\n',
    ],
    [
      'login',
      ' → Login to continue\n\n   Press return to open your browser',
      ' → Login to continue\n\n   Press return to go on',
    ],
    [
      'approval',
      `│  Tool Approval Required  │\n│  Terminal: ${'one\n│  '.repeat(20)}two │\n [A]llow\n [D]eny`,
      `│  Tool Approval Required  │\n [A]llow [D]eny\n${line}\n›\n${line}\n ? to show`,
    ],
    ['spinner', ' ⠴ Sending request... (0s • esc to interrupt)', ' ⠴ Sending request...'],
    ['input_box', `${line}\n›\n${line}\n ? to show`, `› one\n${line}\n ? to show`],
  ],
  cline: [
    ['permission', 'Let Cline use this tool', 'Let it use this tool'],
    ['mode_yes', '[Act mode] Execute command?\n> Yes', 'Execute command?\n> Yes'],
    ['ready', 'Cline is ready for your message', 'Cline is ready'],
    [
      'approval_command',
      ' Cline needs permission\n\n Approve tool call?\n\n run_commands\n\n   $ ls\n\n' +
        '  [y] Approve   [n] Deny',
      // seven empty lines hide the text after them
      ' Cline needs permission\n\n Approve tool call?\n\n run_commands\n\n   $ ls\n\n\n' +
        '  [y] Approve   [n] Deny',
    ],
    [
      'approval',
      ' Cline needs permission\n run_commands\n  [y] Approve   [n] Deny\n one (10) $0.00',
      ' Cline needs permission\n run_commands',
    ],
    [
      'approval',
      ` Cline needs permission\n run_commands\n${'   and more\n'.repeat(16)}  [y] Approve\n` +
        '  [n] Deny\n one (10) $0.00\n ○ Plan ● Act (Tab)\n api\n Auto-approve all\n disabled',
      ` Cline needs permission\n  [y] Approve   [n] Deny\n${line}\n❯ Ask anything`,
    ],
    [
      'login',
      '  Connect a model provider to get started.\n  ↑/↓ navigate, Enter to select, Ctrl+C to exit',
      '  Connect a model provider to get started.\n❯ ',
    ],
    [
      'login',
      'Connect a model provider to get started.\n↑/↓ navigate, Enter to select, Ctrl+C to exit',
      ' Connect a model provider to get started.\n' +
        ' ↑/↓ navigate, Enter to select, Ctrl+C to exit\n' +
        '❯ Ask anything\n one $0.00   ○ Plan ● Act (Tab)',
    ],
    [
      'question',
      ' ⠋ ask_question(Which color do you want?)\n\n Cline is asking a question\n' +
        ' Which color do you want?\n\n  > Red\n    Blue\n one $0.00   ○ Plan ● Act (Tab)',
      ` Cline is asking a question\n Which color?\n  > Red\n${line}\n❯ Ask anything`,
    ],
    ['spinner', ' ⠸ Thinking... (esc to cancel)\n❯ ', ' Thinking... (esc to cancel)\n❯ '],
    ['spinner', ' ⠸ Thinking... (esc to cancel)', ' * It prints\n   ⠸ Thinking... (esc to cancel)'],
    [
      'tool_runs',
      ` ⠼ run_commands(touch a; sleep 45)\n${line}\n❯ Ask anything\n one   ○ Plan ● Act (Tab)`,
      ` ⠼ run_commands(touch a)\n * It runs\n${line}\n❯ Ask anything\n one   ○ Plan ● Act (Tab)`,
    ],
    [
      'tool_runs',
      ` ⠼ run_commands(echo one two three\n   four; sleep 45)\n * read_files(a)\n${line}\n❯ Ask`,
      ` * It prints\n   ⠼ run_commands(touch a)\n${line}\n❯ Ask anything`,
    ],
    [
      'input_box',
      `❯ word1${'\n  word'.repeat(4)}\n────\n one\n ○ Plan ● Act (Tab)\n api\n all\n (Shift)`,
      `❯ word1${'\n  word'.repeat(4)}\n────\n stand-in\n api\n all\n (Shift+Tab)`,
    ],
    [
      'input_box',
      `❯ Ask anything\n${line}\n one $0.00   ○ Plan ● Act (Tab)`,
      ' ❯ a task\n Cline needs permission\n  [y] Approve\n one $0.00   ○ Plan ● Act (Tab)',
    ],
  ],
  continue: [
    [
      'approval',
      '│  Would you like to continue?  │\n│  > Continue (tab)  │',
      '│ ● would you like to continue?  │',
    ],
    [
      'login',
      'To get started\n\nEnter your Anthropic API key: ',
      'Enter your Anthropic API key: \n│ ● ▋one │',
    ],
    [
      'spinner',
      ' ⠂⠁⠁  ( 6s • esc to interrupt )\n│ ● Ask anything  │',
      ' ( 6s • esc to interrupt )\n│ ● │',
    ],
    [
      'spinner',
      ' ⠀⠀⠀ Compacting history ( 4s • esc to interrupt )\n│ ● a │',
      '⠿ Done (esc)\n│ ● │',
    ],
    [
      'question',
      ` ⡷⠿⡧  ( 5s • esc to interrupt )\n╭${line}╮\n│  ? Which color? │\n│    ❯ Red │\n│ │\n` +
        `│  ↑/↓ navigate, Enter select │\n│    │\n╰${line}╯\n ~/api  ◉ Continue CLI`,
      `│  ↑/↓ navigate, Enter select │\n╰${line}╯\n╭${line}╮\n│ ● a │\n╰${line}╯\n  ◉ Continue CLI`,
    ],
    [
      'question',
      `│   ? Which color? │\n│  Enter to submit │\n╰${line}╯\n ~/api  ◉ Continue CLI`,
      `╭${line}╮\n│ ● If I press    │\n│   Enter to stop │\n╰${line}╯\n ~/api  ◉ Continue CLI`,
    ],
    ['composer', '│ ● ▋Ask anything, @ for context  │', '│ ● make a file │'],
    [
      'composer',
      `╭${line}╮\n│ ● make a file    │\n│   and another one   │\n╰${line}╯\n ~/api  ◉ Continue CLI`,
      `╭${line}╮\n│  Would you like to continue?  │\n╰${line}╯\n ~/api  ◉ Continue CLI`,
    ],
  ],
  devin: [
    ['trust', 'Do you trust the authors of this directory?', 'Do you trust the authors?'],
    ['permission', 'Approve once\nEsc cancel', 'Approve once'],
    ['running', 'Running tools · Esc to interrupt', 'Running tools'],
    ['guide', 'Guide Devin while it works', 'Guide Devin'],
    ['prompt', '❭ ', '> '],
  ],
  maki: [
    ['permission', 'Permission required\ny allow', 'Permission required'],
    ['bar_busy', ' ⠋ [BUILD] x', ' [BUILDING] x'],
    ['bar_idle', ' [PLAN] x', '[PLAN] x'],
  ],
  nanocoder: [
    [
      'trust',
      '│ Do you trust the files in this folder? │\n│ > Yes, proceed │\n│   No, exit │\n│ │\n╰──╯',
      '│ Do you trust the files in this folder? │\n│ > Yes, proceed │\n│ No, exit │\n│ │\n╰─╯\nx',
    ],
    [
      'approval',
      '> ✓ Yes, execute this tool\n  ✗ No, cancel execution\nPress Escape to cancel',
      '┃ > ✓ Yes, execute this tool\n┃   ✗ No, cancel execution\n┃ Press Escape to cancel',
    ],
    [
      'question',
      'A\n↑/↓ to move · Enter to select · Esc to cancel',
      '↑/↓ to move · Enter to select · Esc to cancel\n▶ normal mode on',
    ],
    ['spinner', '┃ ⠧ Press Esc to cancel · ctrl-o expand', '┃ Press Esc to cancel'],
    ['tool', '⠧ Executing tool: search', '┃ Executing tool: search'],
    ['input_box', '┃\n⏸ plan mode on', 'plan mode on\n⏸ plan mode'],
  ],
}
const rows = Object.entries(examples).flatMap(([agent, all]) =>
  all.map((row) => [agent, ...row] as const),
)

const droidBox = '\n╭───────╮\n│ > Try │\n╰───────╯\n? for help   IDE'
const kimiBox = `\n ╭${line}╮\n │ > x │\n ╰${line}╯\n yolo  ~/api\n context: 3% (1k/2k)`
const lettaBox = '\n────────────\n› next\n────────────\nPress / for commands'
const copilotBox = '\n╻▄▄▄▄▄▄\n┃ next\n╹▀▀▀▀▀▀\n Interactive · stand-in'
const qwenBox = `\n${line}\n>   Type your message\n  and more\n${line}\n  ➜ api`
const clineBox = '\n────────────────────\n❯ next\n────────────────────\n ○ Plan ● Act (Tab)'
const grokBox = '\n  ╭────╮\n  │ ❯  │\n  ╰─ Grok ─╯\n  Tab:plan'

/** Dialogs below a prompt of the transcript, or of an input box that stays. */
const belowPrompts: readonly (readonly [string, string])[] = [
  ...['  2. No', '› 2. No', '› 10. No, and tell Codex'].map((choice): [string, string] => [
    'codex',
    '› make a file\n\n! ls\n\n  Would you like to run the following command?\n\n' +
      `  $ ls\n${choice.startsWith('›') ? ' ' : '›'} 1. Yes, proceed (y)\n${choice}\n\n` +
      '  Press enter to confirm or esc to cancel',
  ]),
  ['codex', '› make a file\n› 10. Never\n  Press enter to confirm or esc to cancel'],
  ['cline', `${clineBox}\n Let Cline use this tool?\n ❯ Yes\n   No`],
  ['cline', ` Let Cline use this tool?\n${line}\n❯ Yes\n  No\n${line}`],
  ['cline', `${clineBox}\n [act mode] Execute command?\n ❯ Yes\n   No`],
  ['grok', `${grokBox}\n  ┃\n  ┃  3 (●) Yes, proceed\n  ┃  4 (○) No, reject\n  ┃\n  1/5:select`],
]

/** Dialogs that the agent quotes above its input box. */
const quoted: readonly (readonly [string, string])[] = [
  ['droid', `⛬  It shows:\n    Yes, allow\n    ↑/↓ navigate  Enter select  Esc cancel${droidBox}`],
  ['droid', `    > Yes, allow\n    ↑↓ navigate the list and then…${droidBox}`],
  ['droid', `  Command to approve\n  ↳ ls\n│ a │\n ↑/↓ navigate  Enter sel…${droidBox}`],
  ['droid', `    ↑/↓ navigate the menu…\n⠋ Thinking... (Press ESC to stop)${droidBox}`],
  [
    'kimi',
    ` ● It shows:\n   run this command?\n   ↑/↓ select · 1/2/3 choose · ↵ confirm${kimiBox}`,
  ],
  ['kimi', `   ▶ Run this command?\n   ↑/↓ select · 1/2...${kimiBox}`],
  ['kimi', ` ● Ready?\n   ↑↓ select an item ...\n   ↵ save by Enter${kimiBox}`],
  ['letta', `❯ 1. Yes\n  2. No, and tell Letta\nEnter to select · Esc to cancel${lettaBox}`],
  [
    'letta',
    `Enter to select · Esc to cancel\n= Letta Code is learning… (esc to interrupt)${lettaBox}`,
  ],
  ['grok', `   ╰───── stand-in · plan approval ─╯${grokBox}`],
  ['grok', `    ◆ Waiting on plan approval\n     Worked for 1.1s${grokBox}`],
  [
    'claude',
    ` ❯ 1. Yes, I trust this folder\n Enter to confirm · Esc to cancel\n${line}\n❯ \n${line}`,
  ],
  [
    'codex',
    '  Finish signing in via your browser\n  Press esc to cancel\n\n› Ask Codex\n  gpt · ~/api',
  ],
  ['copilot', ` │ Do you want to run this?\n │ enter to select · esc to cancel${copilotBox}`],
  ['copilot', ` ● It says: Enter to confirm,\n   Esc to cancel${copilotBox}`],
  ['copilot', ` │ Do you want it?\n${line}\n❯ next\n  row\n${line}\n ? help`],
  ...['› Ask Codex', `› draft${'\n  row'.repeat(9)}`, '! ls'].map((draft): [string, string] => [
    'codex',
    '  Would you like to run the following command?\n  › 1. Yes, proceed (y)\n' +
      `  Press enter to confirm or esc to cancel\n\n${draft}\n\n  gpt · ~/api`,
  ]),
  ['cline', ` * Let Cline use this tool\n   [act mode] Execute command? Yes${clineBox}`],
  ['grok', `     ┃ 3 (○) Yes, proceed\n     ┃ 4 (○) No, reject${grokBox}`],
  ['grok', `   ┃  y (○) Accept\n   ┃  d (○) Decline\n    ◆ Thinking… 2s [stop]${grokBox}\n  keys`],
  ['qwen', `     › 1. Yes, allow once\n  ⠏ Waiting for user confirmation...${qwenBox}`],
  ['qwen', `     Allow execution of: 'touch'?\n     › 1. Yes, allow once${qwenBox}`],
  ['qwen', `     › 1. Yes\n  ... last 9 lines hidden ...${qwenBox}`],
  ['qwen', `   ↑/↓: Navigate | Enter: Select | Esc: Cancel\n⠋ Thinking...\n${line}\n> \n${line}`],
  [
    'opencode',
    '     △ Permission required\n       Allow once\n\n  ┃\n  ┃  Build\n  ╹▀▀▀▀▀▀▀\n  ctrl+p',
  ],
  [
    'opencode',
    '\n  ┃  ↑↓     enter     esc\n  ┃  select submit    dismiss\n  ┃\n\n  ▣  Build\n' +
      '  ■■■■ esc interrupt',
  ],
]

describe('screen rules', () => {
  it.each(belowPrompts)('of %s see the dialog in %j', (agent, screen) => {
    const rules = screenRules(shippedAgents().get(agent)!.rules)
    expect(readAll(rules, screen.split('\n')).state).toBe('waiting')
  })

  it.each(quoted)('of %s see no dialog in %j', (agent, screen) => {
    const { rules } = shippedAgents().get(agent)!
    const dialogs = rules.filter(({ state }) => state === 'waiting').map(({ id }) => id)
    expect(dialogs).not.toContain(said(agent, screen))
  })

  it.each(rows)('of %s: %s', (agent, rule, holds, nearMiss) => {
    expect([said(agent, holds), said(agent, nearMiss) === rule]).toEqual([rule, false])
  })

  it('are all in the table above', () => {
    const shipped = [...shippedAgents()].flatMap(([id, { rules }]) =>
      id === 'kilo' ? [] : screenRules(rules).map((one) => `${id} ${one.id}`),
    )
    expect(
      shipped.filter((one) => !rows.some(([agent, rule]) => `${agent} ${rule}` === one)),
    ).toEqual([])
  })
})
