/** How each agent is brought to run without an account, and led through the scenario. */
import { join } from 'node:path'
import type { StandIn } from './model-server.ts'

export interface Place {
  readonly home: string
  /** The directory in which it is started. */
  readonly project: string
  /** More directories that it trusts: Claude Code's and Codex's. */
  readonly others?: readonly string[]
  readonly server: StandIn
  /** Command of an MCP server whose tools ask the user; null: no such server. */
  readonly asks: readonly string[] | null
}

export interface Driven {
  /** As in agent-rules.json; with a version where that is not the newest. */
  readonly id: string
  readonly name: string
  /** In the npm registry. */
  readonly package: string
  /** This one; absent: the newest that can be installed. */
  readonly version?: string
  /** The typed command line; its first word is the package's program. */
  readonly command: string
  readonly environment: (place: Place) => Readonly<Record<string, string>>
  /** Path to text. */
  readonly files: (place: Place) => Readonly<Record<string, string>>
  /** Questions of a first start: what is on the screen, and the keys for it. */
  readonly begin?: readonly (readonly [shown: RegExp, keys: string])[]
  /** Its prompt is shown. */
  readonly prompt: RegExp
  /** The dialog that asks whether it may run the command is shown. */
  readonly dialog: RegExp
  /** Keys that allow it, each a moment after the one before. */
  readonly approve: readonly string[]
  /** Keys that interrupt it. */
  readonly interrupt?: readonly string[]
  /** Keys that end it. */
  readonly quit?: readonly string[]
}

const key = 'stand-in-key'
const json = (value: unknown) => JSON.stringify(value, null, 2)

/** The MCP server that asks, in the form of most agents. */
function servers({ asks }: Pick<Place, 'asks'>): object {
  return asks === null ? {} : { mcpServers: { asks: { command: asks[0], args: asks.slice(1) } } }
}

/** opencode, and Kilo, which is built on it. */
function likeOpencode(name: string): Pick<Driven, 'environment' | 'files' | 'interrupt'> {
  const prefix = name.toUpperCase()
  return {
    environment: () => ({
      [`${prefix}_DISABLE_AUTOUPDATE`]: '1',
      [`${prefix}_DISABLE_MODELS_FETCH`]: '1',
      [`${prefix}_DISABLE_DEFAULT_PLUGINS`]: '1',
      [`${prefix}_DISABLE_LSP_DOWNLOAD`]: '1',
      [`${prefix}_EXPERIMENTAL_PLAN_MODE`]: '1',
    }),
    files: ({ home, server: { address }, asks }) => ({
      [join(home, `.config/${name}/${name}.json`)]: json({
        ...(asks && { mcp: { asks: { type: 'local', command: asks } } }),
        autoupdate: false,
        share: 'disabled',
        model: 'local/stand-in',
        small_model: 'local/stand-in',
        permission: { bash: 'ask', edit: 'ask', 'asks_*': 'ask' },
        provider: {
          local: {
            npm: '@ai-sdk/openai-compatible',
            name: 'local',
            options: { baseURL: `${address}/v1`, apiKey: key },
            models: { 'stand-in': { name: 'stand-in', tool_call: true } },
          },
        },
      }),
    }),
    interrupt: ['\x1b', '\x1b'],
  }
}

/** Gemini and what was made of it. */
const likeGemini = {
  general: { disableAutoUpdate: true, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
}

const claude: Driven = {
  id: 'claude',
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  command: 'claude',
  environment: ({ server: { address } }) => ({
    ANTHROPIC_BASE_URL: address,
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_MODEL: 'claude-sonnet-4-5',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  files: ({ home, project, others = [], asks }) => ({
    ...(asks && {
      [join(home, '.claude/settings.json')]: json({
        permissions: { allow: ['mcp__asks__form', 'mcp__asks__link'] },
      }),
    }),
    [join(home, '.claude.json')]: json({
      hasCompletedOnboarding: true,
      theme: 'dark',
      ...servers({ asks }),
      customApiKeyResponses: { approved: [key], rejected: [] },
      projects: Object.fromEntries(
        [project, ...others].map((path) => [
          path,
          { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true },
        ]),
      ),
    }),
  }),
  prompt: /^\s*[❯>]/m,
  dialog: /Do you want to proceed\?/,
  approve: ['1'],
}

const serverTable = ([command = '', ...words]: readonly string[]) => `[mcp_servers.asks]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(words)}
`

/** Asks for no permission, so the matrix lacks it. */
export const pi: Driven = {
  id: 'pi',
  name: 'Pi',
  package: '@earendil-works/pi-coding-agent',
  command: 'pi',
  environment: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
  files: ({ home, server: { address } }) => ({
    [join(home, '.pi/agent/settings.json')]: json({
      defaultProvider: 'local',
      defaultModel: 'stand-in',
      defaultProjectTrust: 'always',
      quietStartup: true,
    }),
    [join(home, '.pi/agent/models.json')]: json({
      providers: {
        local: {
          baseUrl: `${address}/v1`,
          apiKey: key,
          api: 'openai-completions',
          models: [{ id: 'stand-in' }],
        },
      },
    }),
  }),
  prompt: /stand-in/,
  dialog: /(?!)/,
  approve: [],
}

export const agents: readonly Driven[] = [
  claude,
  // Before it reported by itself: its title and its screen are read.
  { ...claude, id: 'claude-2.1.197', version: '2.1.197' },
  {
    id: 'codex',
    name: 'Codex CLI',
    package: '@openai/codex',
    command: 'codex',
    environment: () => ({}),
    files: ({ home, project, others = [], server: { address }, asks }) => ({
      [join(home, '.codex/config.toml')]: `model = "stand-in"
model_provider = "local"
approval_policy = "on-request"
sandbox_mode = "read-only"
check_for_update_on_startup = false
[model_providers.local]
name = "local"
base_url = "${address}/v1"
wire_api = "responses"
${[project, ...others].map((path) => `[projects."${path}"]\ntrust_level = "trusted"\n`).join('')}
[features]
default_mode_request_user_input = true
${asks === null ? '' : serverTable(asks)}`,
    }),
    prompt: /stand-in default/,
    dialog: /Yes, proceed/,
    approve: ['y'],
    quit: ['\x1b', '\x03', '\x03', '\x03'], // while it works, Ctrl+C does not interrupt
  },
  {
    id: 'opencode',
    name: 'opencode',
    package: 'opencode-ai',
    command: 'opencode',
    ...likeOpencode('opencode'),
    prompt: /Ask anything/,
    dialog: /Permission required/,
    approve: ['\r'],
  },
  {
    id: 'gemini',
    name: 'Gemini CLI',
    package: '@google/gemini-cli',
    command: 'gemini --model gemini-2.5-flash',
    environment: ({ server: { address } }) => ({
      GEMINI_API_KEY: key,
      GOOGLE_GEMINI_BASE_URL: address,
      NO_BROWSER: '1',
    }),
    files: (place) => ({
      [join(place.home, '.gemini/settings.json')]: json({
        ...likeGemini,
        ...servers(place),
        model: { name: 'gemini-2.5-flash' }, // also of a resumed one
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      }),
    }),
    prompt: /Type your message/,
    dialog: /Allow execution|Allow once/,
    approve: ['\r'],
  },
  {
    id: 'qwen',
    name: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    command: 'qwen --approval-mode default',
    environment: ({ server: { address } }) => ({
      OPENAI_API_KEY: key,
      OPENAI_BASE_URL: `${address}/v1`,
      OPENAI_MODEL: 'stand-in',
    }),
    files: (place) => ({
      [join(place.home, '.qwen/settings.json')]: json({
        ...likeGemini,
        ...servers(place),
        security: { auth: { selectedType: 'openai' } },
      }),
    }),
    prompt: /Type your message/,
    dialog: /Allow execution|Yes, allow once/,
    approve: ['\r'],
  },
  {
    id: 'copilot',
    name: 'GitHub Copilot CLI',
    package: '@github/copilot',
    command: 'copilot --no-auto-update',
    environment: ({ server: { address } }) => ({
      COPILOT_PROVIDER_BASE_URL: `${address}/v1`,
      COPILOT_PROVIDER_API_KEY: key,
      COPILOT_MODEL: 'stand-in',
      COPILOT_OFFLINE: 'true',
    }),
    files: ({ home, project, others = [], asks }) => ({
      ...(asks && {
        [join(home, '.copilot/mcp-config.json')]: json({
          mcpServers: {
            asks: { type: 'local', command: asks[0], args: asks.slice(1), tools: ['*'] },
          },
        }),
      }),
      [join(home, '.copilot/config.json')]: json({
        trusted_folders: [project, ...others],
        trustedFolders: [project, ...others],
        banner: 'never',
      }),
    }),
    prompt: /\? help|\/ comma|Manual Approval/,
    dialog: /Do you want to/i,
    approve: ['\r'],
    interrupt: ['\x1b', '\x1b'],
  },
  {
    id: 'kilo',
    name: 'Kilo Code CLI',
    package: '@kilocode/cli',
    command: 'kilo',
    ...likeOpencode('kilo'),
    prompt: /Ask anything/,
    dialog: /Permission required/,
    approve: ['\r'],
  },
  {
    id: 'cline',
    name: 'Cline CLI',
    package: 'cline',
    command: 'cline --auto-approve false',
    environment: () => ({ CLINE_NO_AUTO_UPDATE: '1' }),
    files: ({ home, server: { address }, ...place }) => ({
      [join(home, '.cline/data/settings/cline_mcp_settings.json')]: json(servers(place)),
      [join(home, '.cline/data/settings/providers.json')]: json({
        version: 1,
        lastUsedProvider: 'openai-compatible',
        modes: {},
        providers: {
          'openai-compatible': {
            settings: {
              provider: 'openai-compatible',
              apiKey: key,
              model: 'stand-in',
              baseUrl: `${address}/v1`,
            },
            updatedAt: '2026-01-01T00:00:00.000Z',
            tokenSource: 'manual',
          },
        },
      }),
    }),
    begin: [[/Press Enter/, ' ']],
    prompt: /What can I do for you/,
    dialog: /Approve tool call\?/,
    approve: ['y'],
  },
  {
    id: 'droid',
    name: 'Factory Droid',
    package: 'droid',
    command: 'droid',
    environment: () => ({
      FACTORY_AIRGAP_ENABLED: 'true',
      FACTORY_DISABLE_KEYRING: 'true',
      FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false',
    }),
    files: ({ home, server: { address }, ...place }) => ({
      ...(place.asks && { [join(home, '.factory/mcp.json')]: json(servers(place)) }),
      [join(home, '.factory/settings.json')]: json({
        model: 'custom:stand-in',
        customModels: [
          {
            model: 'stand-in',
            displayName: 'stand-in',
            baseUrl: `${address}/v1`,
            apiKey: key,
            provider: 'generic-chat-completion-api',
          },
        ],
      }),
    }),
    begin: [[/Trust this folder\?/, '\r']],
    prompt: /\? for help/,
    dialog: /Yes, allow/i,
    approve: ['\r'],
  },
  {
    id: 'auggie',
    name: 'Auggie',
    package: '@augmentcode/auggie',
    command: 'auggie',
    environment: ({ server: { address } }) => ({
      AUGMENT_DISABLE_AUTO_UPDATE: '1',
      AUGMENT_SESSION_AUTH: JSON.stringify({
        accessToken: key,
        tenantURL: `${address}/`,
        scopes: ['email'],
      }),
    }),
    files: (place) => ({
      [join(place.home, '.augment/settings.json')]: json({
        ...servers(place),
        toolPermissions: [{ toolName: 'launch-process', permission: { type: 'ask-user' } }],
      }),
    }),
    begin: [
      [/esc\s+to\s+skip/, '\x1b'],
      [/Press 1\/2\/3\/4/, '4'],
    ],
    prompt: /^\s*(│\s*)?[›>]/m,
    dialog: /\[A\]llow/,
    approve: ['a'],
  },
  {
    id: 'continue',
    name: 'Continue CLI',
    package: '@continuedev/cli',
    command: 'cn --config ~/.continue/config.yaml',
    environment: () => ({ CONTINUE_TELEMETRY_ENABLED: '0' }),
    files: ({ home, server: { address }, asks }) => ({
      [join(home, '.continue/config.yaml')]: `name: local
version: 1.0.0
schema: v1
models:
  - name: stand-in
    provider: openai
    model: stand-in
    apiBase: ${address}/v1
    apiKey: ${key}
    roles: [chat]
    capabilities: [tool_use]
${asks === null ? '' : `mcpServers: [{ name: asks, command: ${asks[0]}, args: [${asks[1]}] }]\n`}`,
    }),
    prompt: /Ask anything/,
    dialog: /Would you like to continue|Tool.*permission/i,
    approve: ['\r'],
  },
  {
    id: 'kimi',
    name: 'Kimi Code CLI',
    package: '@moonshot-ai/kimi-code',
    command: 'kimi',
    environment: ({ server: { address } }) => ({
      KIMI_MODEL_NAME: 'stand-in',
      KIMI_MODEL_API_KEY: key,
      KIMI_MODEL_BASE_URL: `${address}/v1`,
      KIMI_MODEL_PROVIDER_TYPE: 'openai',
    }),
    files: (place) => ({ [join(place.home, '.kimi-code/mcp.json')]: json(servers(place)) }),
    begin: [[/Trust this folder\?/, '\r']],
    prompt: /^ *│ >/m,
    dialog: /Run this command\?/,
    approve: ['1'],
  },
  {
    id: 'grok',
    name: 'Grok Build',
    package: '@xai-official/grok',
    command: 'grok --permission-mode default',
    environment: () => ({ GROK_DISABLE_AUTOUPDATER: '1' }),
    files: ({ home, server: { address }, asks }) => ({
      [join(home, '.grok/config.toml')]: `${asks === null ? '' : serverTable(asks)}[models]
default = "stand-in"
[model.stand-in]
name = "stand-in"
model = "stand-in"
base_url = "${address}/v1"
api_key = "${key}"
context_window = 128000
[permission]
rules = [{ action = "ask", tool = "bash" }]
[features]
telemetry = false
`,
    }),
    prompt: /^ *╰─+ stand-in ─╯$/m,
    dialog: /\([●○]\) Yes, proceed/,
    approve: ['3'],
    interrupt: ['\x03'],
    quit: ['\x11', '\x11'],
  },
  {
    id: 'letta',
    name: 'Letta Code',
    package: '@letta-ai/letta-code',
    version: '0.25.9', // later ones need packages that do not exist
    command: 'letta --backend local --new-agent -m lmstudio/stand-in --permission-mode default',
    environment: ({ server: { address } }) => ({
      LMSTUDIO_BASE_URL: `${address}/v1`,
      LETTA_CODE_TELEM: '0',
      DISABLE_AUTOUPDATER: '1',
    }),
    files: () => ({}),
    prompt: /^›/m,
    dialog: /Run this command\?/,
    approve: ['1'],
  },
  {
    id: 'nanocoder',
    name: 'Nanocoder',
    package: '@nanocollective/nanocoder',
    command: 'nanocoder',
    environment: () => ({}),
    files: ({ project, server: { address }, ...place }) => ({
      [join(project, '.mcp.json')]: json(servers(place)),
      [join(project, 'agents.config.json')]: json({
        nanocoder: {
          providers: [
            { name: 'local', baseUrl: `${address}/v1`, apiKey: key, models: ['stand-in'] },
          ],
        },
      }),
    }),
    begin: [[/Do you trust the files/, '\r']],
    prompt: /What would you like me to help with/,
    dialog: /Yes, execute this tool/,
    approve: ['\r'],
  },
]
