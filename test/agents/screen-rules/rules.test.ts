/**
 * Every screen rule that we ship: a screen on which it is the one that speaks, and a near miss on
 * which it does not.
 */
import { describe, expect, it } from 'vitest'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { screenRules } from '../../../src/agents/screen-rules/read-screen.ts'
import { readAll } from '../../support/fake/limit.ts'

/**
 * What the rules of an agent say of a screen; trailing rows are blank, as in a terminal that is not
 * full.
 */
function said(agent: string, screen: string): string | undefined {
  return readAll(screenRules(shippedAgents.get(agent)?.rules ?? []), [
    ...screen.split('\n'),
    '',
    '',
  ]).rule
}

const line = '─'.repeat(40)

const examples: readonly (readonly [
  agent: string,
  rule: string,
  holds: string,
  nearMiss: string,
])[] = [
  [
    'claude',
    'transcript_view',
    'text\nShowing detailed transcript · ctrl+o to toggle',
    'Showing detailed transcript\na\nb\nc',
  ],
  [
    'claude',
    'form_blocked',
    `${line}\n❯ 1. Red\n  2. Blue\nEnter to select · Esc to cancel`,
    `Enter to select · Esc to cancel\n${line}\n❯ 1. Red`,
  ],
  [
    'claude',
    'workflow_blocked',
    'Run a dynamic workflow?\nEsc to cancel',
    'Run a dynamic workflow\nEsc to cancel',
  ],
  [
    'claude',
    'btw_overlay',
    '/btw what is it\nan answer\nEsc to close',
    '/btw what is it\nEsc to close this',
  ],
  ['claude', 'turn_live', '✻ Cooking…', '✻ Cooking'],
  ['claude', 'turn_live', '✻ Cooking… (12s · 40 tokens)', '✻ Cooking… (later)'],
  ['claude', 'turn_live', '⏵⏵ auto mode on · esc to interrupt', 'Press esc to interrupt'],
  ['claude', 'bg_shells', '⏵⏵ auto mode on · 2 shells · esc', '⏵⏵ auto mode on · 0 shells · esc'],
  [
    'claude',
    'bg_agents',
    '✢ Waiting for 2 background agents to finish',
    '✢ Waiting for 0 background agents to finish',
  ],
  [
    'claude',
    'prompt_idle',
    `● Done.\n${line}\n❯ \n${line}\n  ? for shortcuts`,
    `${line}\n❯ 1. Yes\nEsc to cancel\n${line}`,
  ],
  [
    'claude',
    'model_picker',
    'Select model\nEnter to set as default · Esc to cancel',
    'Select model\nEnter to set as default',
  ],
  [
    'claude',
    'permission',
    ' Do you want to proceed?\n ❯ 1. Yes\n   2. No',
    'He asked: do you want to proceed?',
  ],
  [
    'claude',
    'question_form',
    '❯ 1. Red\n  3. Chat about this\nEnter to select · Esc to\ncancel',
    '❯ 1. Red\n  Chat about this\nEnter to select · Esc to cancel',
  ],
  [
    'claude',
    'trust_folder',
    '❯ No, exit\n  Yes, I trust this folder\nEnter to confirm',
    '❯ No, exit\n  Yes, I trust this folder and more\nEnter to confirm',
  ],
  [
    'claude',
    'trust_numbered',
    '❯ 1. Yes, I trust this folder\n  2. No, exit\nEnter to confirm',
    '❯ 1. Yes, I trust this folder',
  ],
  [
    'claude',
    'plan',
    'Claude wants to exit plan mode\n❯ 1. Yes, and switch to default\n  2. No',
    '● Claude wants to exit plan mode\n❯ 1. Yes',
  ],
  [
    'claude',
    'amending',
    'Do you want to proceed?\n❯ 1. Yes, and tell Claude what to do next\n  2. No\n\n Esc to cancel',
    'Do you want to proceed?\n❯ 1. Yes\n  2. No\n\n Esc to cancel · Tab to amend',
  ],
  ['claude', 'deny_menu', '2. Deny (esc)', '2. Deny'],
  [
    'claude',
    'edit_question',
    '│ Do you want to make this edit to a.ts?\n│ ❯ 1. Yes',
    '│ Do you want to make this edit to a.ts?\n│ ❯ 1. Maybe',
  ],
  ['claude', 'review_answers', 'Review your answers', 'Review your answers\n❯'],
  [
    'claude',
    'trust_dialog',
    'Do you trust the files in this folder?',
    'Do you trust files in this folder?',
  ],
  ['claude', 'auth_error', 'API Error: 401 · Please run /login', 'API Error: 500'],
  [
    'codex',
    'transcript',
    '/ T R A N S C R I P T /\n ↑/↓ to scroll   pgup/pgdn to page   q to quit',
    'pgup/pgdn to page   q to quit',
  ],
  [
    'codex',
    'trust',
    '> You are in /home/me\n  Do you trust the contents of this\n  directory?',
    '> You are in /home/me\n  You trust the contents of this directory.',
  ],
  ['codex', 'confirm', '  Press enter to confirm or esc to cancel', '  Press enter to confirm'],
  [
    'codex',
    'approval_title',
    'Would you like to run the following command?\n› 1. Yes, proceed (y)',
    'Would you like to run the following command?\n› 2. Yes, proceed',
  ],
  [
    'codex',
    'status_row',
    '• Working (3s • esc to interrupt)',
    '• Working (3s • esc to interrupt)\nConversation interrupted',
  ],
  ['codex', 'login', 'Sign in with ChatGPT\nPress enter to continue', 'Sign in with ChatGPT'],
  [
    'codex',
    'prompt_idle',
    '› Ask Codex to do anything\n\n  ? for shortcuts',
    '> Ask Codex to do anything',
  ],
  [
    'opencode',
    'permission_command',
    '  ┃  △ Permission required\n  ┃    # Shell command\n  ┃\n  ┃  $ ls\n  ┃\n' +
      '  ┃   Allow once   Allow always   Reject   enter confirm',
    '  ┃  △ Permission required\n  ┃    # Shell command\n  ┃\n  ┃  $ ls\n  ┃  ls\n  ┃\n' +
      '  ┃   Allow once   Allow always   Reject   enter confirm',
  ],
  ['opencode', 'permission', '△ Permission required', 'Permission required'],
  ['opencode', 'question', 'enter confirm  esc dismiss', 'enter  esc dismiss'],
  ['opencode', 'interrupt_hint', 'esc interrupt', 'desc interrupt'],
  ['opencode', 'bar', '⬝⬝■■■⬝', '■■■'],
  ['opencode', 'composer', 'Ask anything… "Fix a TODO"', 'Ask me'],
  ['kilo', 'composer', 'Ask anything… "Fix a TODO"', 'Ask me'],
  [
    'gemini',
    'confirm_cut',
    '│ ... first 45 lines hidden (Ctrl+O to show) ... │\n│ ● 1. Allow once │',
    '│ ... first 45 lines (Ctrl+O to show) ... │\n│ ● 1. Allow once │',
  ],
  ['gemini', 'confirm_tip', '⠏ Waiting for user confirmation...', 'Waiting for the user'],
  [
    'gemini',
    'confirm_box',
    "Allow execution of: 'touch'?\n● 1. Allow once",
    "Allow execution of: 'touch'?\n● 1. Never",
  ],
  [
    'gemini',
    'trust',
    ' │ Do you trust the files in this folder?  │\n │ ● 1. Trust folder (api)  │',
    'Do you trust the files in this folder?\n● 1. Trust folder',
  ],
  [
    'gemini',
    'login',
    '│   How would you like to authenticate for this project?  │\n│   ● 1. Sign in with Google  │',
    '✦ How would you like to authenticate for this project?',
  ],
  ['gemini', 'login', '│ Enter Gemini API Key   │\n│ Paste it │', '│ Enter Gemini API Key here │'],
  // in the frame of a file that it has read, above its input box
  [
    'gemini',
    'trust',
    '│ Do you trust the files in this folder?  │\n│   1. Trust folder (api)  │',
    '│ Do you trust the files in this folder? │\n│ 1. Trust folder │\n >   Type your message or @',
  ],
  [
    'gemini',
    'login',
    '│   Waiting for authentication... (Press Esc or Ctrl+C to cancel)  │',
    '│ Enter Gemini API Key  │\n >   my draft\n workspace (/directory)      model',
  ],
  [
    'gemini',
    'question',
    '│ ● 1. Keep trying │',
    '│ ● 1. Keep trying │\n >   Type your message or @path/to/file',
  ],
  [
    'gemini',
    'question',
    '│ ? A potential loop was detected │\n│ ● 1. Keep loop detection enabled (esc) │',
    '│ 1. Keep loop detection enabled (esc) │',
  ],
  ['gemini', 'cancel_hint', '⠧ Thinking... (esc to cancel, 44s)', '⠧ Thinking... (esc to cancel)'],
  ['gemini', 'composer', ' >   Type your message or @path/to/file', ' >   Type a message'],
  [
    'antigravity',
    'permission',
    'Requesting permission for: ls\nDo you want to proceed?',
    'Requesting permission for: ls',
  ],
  ['antigravity', 'spinner', '⠋ Thinking', '⠋ Thought'],
  ['antigravity', 'tasks', 'ready · 2 tasks', 'ready · 0 tasks'],
  ['cursor', 'write_file', 'Write to this file?\n → Proceed (y)', 'Write to this file?'],
  ['cursor', 'approval', ' → Run (once) (y)', ' → Run (once)'],
  ['cursor', 'stop_hint', 'ctrl+c to stop', 'ctrl+c to leave'],
  ['cursor', 'bg', '2 background tasks', '0 background tasks'],
  ['cursor', 'spinner', '⬡ Generating', '⬡ Generated'],
  [
    'codex',
    'sign_in',
    '  Finish signing in via your browser\n\n  Press esc to cancel',
    '› Finish signing in via your browser\n\n  Press esc to cancel',
  ],
  [
    'copilot',
    'permission',
    '│ Do you want to run this command?  │\n│ ❯ 1. Yes │\n│ enter to select · esc to cancel │',
    '│ Which colour?  │\n│ ❯ 1. Red │\n│ enter to select · esc to cancel │',
  ],
  [
    'copilot',
    'status_row',
    '┃\n ● Working · 82 B esc esc interrupt   one',
    ' ● Working on it\n┃\n ? help',
  ],
  [
    'copilot',
    'composer',
    '┃ make a file\n╹▀▀▀▀▀▀\n Interactive · Manual Approval · @ files · # issues',
    '╹▀▀▀▀▀▀\na\nb\nc',
  ],
  [
    'qwen',
    'confirm_cut',
    '  ... last 47 lines hidden ...\n › 1. Yes, allow once',
    '  ... last 47 lines hidden\n › 1. Yes, allow once',
  ],
  [
    'qwen',
    'input_box',
    `${line}\n> The file is there\n${line}\n  ? for shortcuts`,
    `> The file is there\n${line}`,
  ],
  [
    'copilot',
    'login',
    'Please use /login to sign in to use Copilot\n ~/api\n╻▄▄▄\n┃\n╹▀▀▀\n / commands · ? help',
    '● Please use /login to sign in to use Copilot\n╹▀▀▀',
  ],
  [
    'copilot',
    'sign_in',
    ' How do you want to sign in?\n ❯ 1. In your browser\n   2. With a code\n ↑/↓ to navigate',
    '● How do you want to sign in?\n ~/api\n╻▄▄▄\n┃\n╹▀▀▀\n / commands · ? help',
  ],
  [
    'copilot',
    'sign_in',
    ' Error during sign-in: Error: request failed\n Press any key to retry',
    ' ● Error during sign-in: Error: request failed',
  ],
  [
    'copilot',
    'picker',
    '│ Rewind to │\n│ ❯  1. one │\n│ ↑↓ Navigate · Enter Select · Esc Cancel │\n╰──╯',
    '● Use ↑↓ Navigate · Enter Select',
  ],
  ['copilot', 'selection', '❯ 1. Yes\nEnter to select · Esc to cancel', 'Enter to select'],
  [
    'copilot',
    'question_box',
    '│ Do you want to run this command?',
    'Do you want to run this command?',
  ],
  ['copilot', 'cancel_hint', 'Thinking (Esc to cancel)', 'Thinking (Esc to leave)'],
  ['amp', 'approval', 'Waiting for approval...', 'Waiting for tools'],
  ['amp', 'footer_busy', '╰ main thinking ──', '╰ main idle ──'],
  [
    'amp',
    'login',
    'Would you like to log in to Amp? [(y)es, (n)o]:',
    '> Would you like to log in to Amp?',
  ],
  ['amp', 'cancel_hint', 'Esc to cancel', 'Esc to leave'],
  [
    'droid',
    'approval_command',
    '  Command to approve · low risk\n  ↳ ls\n│  Yes, allow │\n Enter select   Esc cancel',
    '  Command to approve · low risk\n  ↳ ls ... rm\n│  Yes, allow │\n Enter select   Esc cancel',
  ],
  [
    'droid',
    'approval',
    '  Command to approve · low\n│  Yes, allow   │\n  Enter select   Esc cancel',
    '│  Yes, one   │\n  Enter select   Esc cancel',
  ],
  [
    'droid',
    'trust',
    '> 1. Trust this folder\n  2. Exit\nEnter to confirm · Esc to exit',
    ' 1. Trust this folder',
  ],
  [
    'droid',
    'login',
    'Please login with your Factory account to continue.\n\n> Login\n  Exit',
    'Please login with your Factory account to continue.\n\n> Log out',
  ],
  ['droid', 'composer', '│ > Try one  │\n╰──╯\n[⏱ 3s] ? for help  TMUX', '? for help\n╰──╯'],
  [
    'droid',
    'execute',
    '> Yes, allow\nEnter to select · Esc to cancel',
    'Yes, allow\nEnter to select · Esc to cancel',
  ],
  ['droid', 'menu', '↑/↓ navigate · Enter select · Esc cancel', 'Enter select · Esc cancel'],
  ['droid', 'stop_hint', 'Thinking... (esc to stop)', 'Thinking... (esc)'],
  ['droid', 'stop_hint', ' ⠋ Cancelling tools...  (Please wait)', 'Cancel (Please wait)'],
  [
    'qwen',
    'confirm_wait',
    '⠏ Waiting for user confirmation...',
    'Waiting for user confirmation...',
  ],
  ['qwen', 'confirm_wait', '⠏ 等待用户确认...', '⠏ 等待...'],
  [
    'qwen',
    'confirm_box',
    'Apply this change?\n● 1. Yes, allow once',
    'Apply this change?\n● 1. Yes, allow always',
  ],
  [
    'qwen',
    'trust',
    'Do you trust this folder?\n● 1. Trust folder (api)',
    'Do you trust this folder?',
  ],
  [
    'qwen',
    'login',
    '  │ Connect a Provider   │\n  │ › Alibaba ModelStudio │\n  │   Custom Provider    │',
    '  │ Connect a Provider   │\n  │ › Alibaba ModelStudio │',
  ],
  [
    'qwen',
    'cancel_hint',
    '⠏ Thinking (1m 2s · esc to cancel)',
    '⠏ Thinking (soon · esc to cancel)',
  ],
  ['qwen', 'composer', '>   Type your message or @path/to/file', '>   Type a message'],
  ['grok', 'options', '┃ 1 (●) Yes', '┃ 1 (x) Yes'],
  [
    'grok',
    'permission',
    '  ┃  Make a file\n  ┃  1 (●) Yes, and always\n  ┃  2 (○) Yes, proceed\nTab/Space:permission',
    '  ┃  1 (●) Red\n  ┃  2 (○) Blue',
  ],
  [
    'grok',
    'trust',
    '  Do you trust the contents of this directory?\n\n  y  Yes, proceed\n  n  No, quit',
    '❯ Grok asks "Do you trust the contents of this directory?"\n  and I said: Yes, proceed',
  ],
  [
    'grok',
    'login',
    '    Login with Grok      l\n    Quit       q\n ╰── Grok ─╯',
    'Login with Grok',
  ],
  [
    'grok',
    'sign_in',
    "   If it doesn't open, click here to copy.\n  │ ❯ token │\n   enter  submit    ctrl+q  quit",
    "   If it doesn't open, click here to copy.\n  │ ❯ │\n  ╰─── Grok ─╯",
  ],
  ['grok', 'perm_hints', 'enter:select · ctrl+o:yolo', 'enter:select'],
  ['grok', 'perm_hints', '1/4:select  │  Ctrl+o:always-approve', 'Ctrl+o:always-approve'],
  ['grok', 'bg_chip', '⋅ 2 │ main', '⋅ 0 │ main'],
  ['grok', 'stop_chip', '⠋ Thinking   [stop]', '⠋ Thinking   [stop] x'],
  ['grok', 'hints_busy', 'esc:cancel', 'esc cancel'],
  ['grok', 'hints_busy', 'Shift+Tab:mode  │  Ctrl+c:cancel  │  Ctrl+x:shortcuts', 'Ctrl+c cancels'],
  // narrow, over a menu: its status row is hidden, and the next hint cut off
  [
    'grok',
    'hints_busy',
    '  │ ❯ /      │\n  ╰─── stand-in ─╯\n  Enter:queue  │  Alt+Enter:newline',
    '  │ ❯ /      │\n  ╰─── stand-in ─╯\n  Enter:send  │  Alt+Enter:newline',
  ],
  [
    'grok',
    'input_box',
    '  │ ❯ hello  │\n  ╰─── stand-in ─╯\n  Enter:send',
    '  12s ⇣2.26k [stop]\n  │ ❯        │\n  ╰─── stand-in ─╯\n  Shift+Tab:mode',
  ],
  ['grok', 'hints_idle', 'ctrl+.:shortcuts', 'ctrl+.:shortcuts ctrl+c:cancel'],
  [
    'grok',
    'hints_idle',
    'Shift+Tab:mode  │  Ctrl+x:shortcuts',
    'Ctrl+c:cancel  │  Ctrl+x:shortcuts',
  ],
  [
    'grok',
    'input_box',
    '  │ ❯       │\n  ╰─── stand-in ─╯\n   Logged in with API key',
    '  │ ❯       │\n  ╰─── stand-in ─╯\n   Ctrl+c:cancel',
  ],
  ['kimi', 'approval', 'Run this command?\n↵ confirm', 'Run this command?'],
  [
    'kimi',
    'approval_command',
    '   ▶ Run this command?\n   $ ls\n   ▶ 1. Approve once\n   1/2/3/4 choose · ↵ confirm',
    '     ▶ Run this command?\n   1/2/3/4 choose · ↵ confirm',
  ],
  ['kimi', 'moon', '  🌕 · Tip: ctrl-s to add guidance', ' 🌕 · Top: the moon'],
  [
    'kimi',
    'trust',
    '  Trust this folder?\n  ↑↓ navigate · Enter select · Esc exit',
    '  Trust this folder? Yes\n  ↑↓ navigate · Enter select · Esc exit',
  ],
  [
    'kimi',
    'composer',
    ' │ >  │\n ╰────────────────────────╯\n stand-in ~/api\n   context: 0% (0/256k)',
    ' │ >  │\n ╰────────────────────────╯\n stand-in ~/api\n   context: none',
  ],
  [
    'kimi',
    'composer',
    ' │ >  │\n ╰────────────────────────╯\n ~/api\n      context: 0%',
    ' │ >  │\n ╰────────────────────────╯\n ~/api\n      context: 0%, they say',
  ],
  ['kimi', 'question', '↑↓ select · ↵ choose · esc cancel', '↑↓ select · esc cancel'],
  ['kimi', 'moon', ' 🌗', ' 🌗 night'],
  ['kimi', 'spinner', '⠋ Using bash', '⠋ Used bash'],
  [
    'kiro',
    'approval',
    'shell requires approval\n> Yes, single permission',
    'shell requires approval',
  ],
  ['kiro', 'prompt', 'Ask a question or describe a task', 'Ask a question'],
  ['kiro', 'marker', 'Kiro is working\nask a question or describe a task', 'Kiro works'],
  [
    'aider',
    'confirm',
    "Add a.ts to the chat? (Y)es/(N)o/(D)on't ask again [Yes]:",
    'Add a.ts to the chat? (Y)es/(N)o',
  ],
  ['aider', 'waiting_llm', '░█  Waiting for gpt', 'I am Waiting for gpt'],
  ['aider', 'prompt', 'ask>', 'say: ask>'],
  ['aider', 'prompt', '> ', '>>>'],
  [
    'crush',
    'permission',
    'Permission Required\n Allow  Allow for Session  Deny',
    'Permission Required\n Allow  Deny',
  ],
  ['crush', 'cancel_hint', 'esc press again to cancel', 'desc cancel'],
  ['pi', 'edge', `── ⠙ Working ${line}\n${line}\n~/api`, `── Working ${line}\n${line}\n~/api`],
  [
    'pi',
    'composer',
    `${line}\n\n${line}\n~/api\n1.0%/128k (auto)   stand-in`,
    `── ⠙ Working ${line}\n\n${line}\n~/api\n1.0%/128k (auto)   stand-in`,
  ],
  ['pi', 'working_text', '⠋ Working...', '⠋ Worked'],
  ['hermes', 'interrupt_hint', 'Ctrl+C to interrupt', 'Ctrl+C to leave'],
  ['hermes', 'approval', '1. Allow once\n2. Deny', '1. Allow once'],
  ['qodercli', 'confirm', 'Permission required', 'Permission'],
  [
    'qodercli',
    'trust',
    ' Do you trust the files in this folder?\n  ❯ 1. Trust folder\n    2. Don’t',
    ' Do you trust the files in this folder?\n ◆ Yes',
  ],
  [
    'qodercli',
    'login',
    ' Sign in to get started.\n  ❯ 1. Sign in to continue\n ↑/↓ navigate · Enter select',
    '  ❯ 1. Sign in to continue',
  ],
  ['qodercli', 'cancel_hint', '⠋ Thinking (esc to cancel, 3s)', '⠋ Thinking (esc to cancel)'],
  [
    'auggie',
    'approval',
    '│  Tool Approval Required │\n│  Terminal: one │\n [A]llow [D]eny',
    '│  Tool Approval Required │\n│  Terminal: one │\n',
  ],
  [
    'auggie',
    'login',
    ' → Login to continue\n\n   Press return to open your browser',
    ' → Login to continue\n\n   Press return to go on',
  ],
  ['auggie', 'spinner', ' ⠴ Sending request... (0s • esc to interrupt)', ' ⠴ Sending request...'],
  ['auggie', 'input_box', `${line}\n›\n${line}\n ? to show`, `› one\n${line}\n ? to show`],
  ['cline', 'permission', 'Let Cline use this tool', 'Let it use this tool'],
  ['cline', 'mode_yes', '[Act mode] Execute command?\n> Yes', 'Execute command?\n> Yes'],
  ['cline', 'ready', 'Cline is ready for your message', 'Cline is ready'],
  [
    'cline',
    'approval_command',
    ' Cline needs permission\n\n Approve tool call?\n\n run_commands\n\n   $ ls\n\n' +
      '  [y] Approve   [n] Deny',
    // seven blank lines hide what comes behind them
    ' Cline needs permission\n\n Approve tool call?\n\n run_commands\n\n   $ ls\n\n\n' +
      '  [y] Approve   [n] Deny',
  ],
  [
    'cline',
    'approval',
    ' Cline needs permission\n run_commands\n  [y] Approve   [n] Deny\n one (10) $0.00',
    ' Cline needs permission\n run_commands',
  ],
  [
    'cline',
    'login',
    '  Connect a model provider to get started.\n  ↑/↓ navigate, Enter to select, Ctrl+C to exit',
    '  Connect a model provider to get started.\n❯ ',
  ],
  [
    'cline',
    'login',
    'Connect a model provider to get started.\n↑/↓ navigate, Enter to select, Ctrl+C to exit',
    ' Connect a model provider to get started.\n ↑/↓ navigate, Enter to select, Ctrl+C to exit\n' +
      '❯ Ask anything\n one $0.00   ○ Plan ● Act (Tab)',
  ],
  ['cline', 'spinner', ' ⠸ Thinking... (esc to cancel)\n❯ ', ' Thinking... (esc to cancel)\n❯ '],
  ['cline', 'input_box', '❯ Ask anything\n one $0.00   ○ Plan ● Act (Tab)', '❯ Ask anything\n one'],
  [
    'continue',
    'approval',
    '│  Would you like to continue?  │\n│  > Continue (tab)  │',
    '│ ● would you like to continue?  │',
  ],
  [
    'continue',
    'login',
    'To get started\n\nEnter your Anthropic API key: ',
    'Enter your Anthropic API key: \n│ ● ▋one │',
  ],
  [
    'continue',
    'spinner',
    ' ⠂⠁⠁  ( 6s • esc to interrupt )\n│ ● Ask anything  │',
    ' ( 6s • esc to interrupt )\n│ ● │',
  ],
  ['continue', 'composer', '│ ● ▋Ask anything, @ for context  │', '│ ● make a file │'],
  ['devin', 'trust', 'Do you trust the authors of this directory?', 'Do you trust the authors?'],
  ['devin', 'permission', 'Approve once\nEsc cancel', 'Approve once'],
  ['devin', 'running', 'Running tools · Esc to interrupt', 'Running tools'],
  ['devin', 'guide', 'Guide Devin while it works', 'Guide Devin'],
  ['devin', 'prompt', '❭ ', '> '],
  ['maki', 'permission', 'Permission required\ny allow', 'Permission required'],
  ['maki', 'bar_busy', ' ⠋ [BUILD] x', ' [BUILDING] x'],
  ['maki', 'bar_idle', ' [PLAN] x', '[PLAN] x'],
]

describe('screen rules', () => {
  it.each(examples)('of %s: %s', (agent, rule, holds, nearMiss) => {
    expect([said(agent, holds), said(agent, nearMiss) === rule]).toEqual([rule, false])
  })

  it('are all in the table above', () => {
    const shipped = [...shippedAgents].flatMap(([id, { rules }]) =>
      id === 'kilo' ? [] : screenRules(rules).map((one) => `${id} ${one.id}`),
    )
    expect(
      shipped.filter((one) => !examples.some(([agent, rule]) => `${agent} ${rule}` === one)),
    ).toEqual([])
  })
})
