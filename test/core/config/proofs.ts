/**
 * Where each option is seen to change what it says (proofs.test.ts holds it): file and name of a
 * test, and the options that it shows. A new option without a line here fails, as does a line whose
 * test is gone or does not name the option.
 */
export const proofs: Readonly<Record<string, string>> = {
  'app/config.spec.ts › [ai] tools = ["mytool"] in the running terminal makes its tab show working':
    'ai.tools ai.keep_awake',
  'app/config.spec.ts › bar, bell, clipboard, wheel, history, links and search obey their options':
    'tabs.show_bar ui.menu_bar ui.screen_reader ui.badge ui.tray bell.mode bell.sound ' +
    'clipboard.copy_on_select clipboard.primary mouse.word_separators links.modifier ' +
    'links.paths ' +
    'scrollback.wheel_lines_per_detent scrollback.scrollbar_fade_ms scrollback.snap_on_esc ' +
    'scrollback.snap_on_output search.regex search.whole_word search.wrap search.case',
  'app/config.spec.ts › what is saved is seen at once; mistakes are told and cost nothing':
    'ui.stripe_width ui.font_size ui.renderer tabs.subtitle tabs.width_max window.title ' +
    'window.padding_x window.padding_y fonts.size colors.background colors.tab_bar ' +
    'colors.preset ' +
    'scrollback.scrollbar scrollback.history_lines mouse.right_click mouse.hide_when_typing',
  'app/config.spec.ts › a second start hands its command, folder and variables to the running vibeflow':
    'window.startup window.single_instance',
  'app/config.spec.ts › Open configuration makes the commented template and opens it in $EDITOR, in a tab':
    'window.opacity window.decorations',
  'app/looks.spec.ts › draws with the fonts that come along, and wears every theme':
    'colors.preset_light colors.preset_dark',
  'app/reading.spec.ts › nothing that a program does moves what the user reads':
    'scrollback.snap_on_input',
  'app/search.spec.ts › counts no further than it keeps, leaves the place on Esc':
    'search.highlight_max',
  'app/keys.spec.ts › a program that asks for the kitty keyboard protocol gets its keys so':
    'keyboard.kitty_protocol',
  'renderer/program-keys.test.ts › %s': 'keyboard.alt_sends_escape keyboard.shift_enter',

  'core/config/effects.test.ts › %s = %j, in a tab':
    'ai.debounce_ms ai.heuristic_silence_ms ai.heuristic ai.heuristic_busy_s ' +
    'ai.stale_state_timeout_s ai.explicit_stale_state_s ai.done_hold_ms ai.turn_end ' +
    'ai.commands ai.acknowledge ' +
    'ai.explicit_scope ai.aliases ui.seen_after_ms',
  'core/config/effects.test.ts › %s = %j, to the user':
    'notifications.when notifications.done_delay_ms notifications.command_after_s ' +
    'notifications.max_per_minute notifications.respect_dnd ' +
    'notifications.quiet_hours notifications.content attention.include attention.order ' +
    'attention.across_windows bell.attention ui.reduce_motion ui.indicator_pulse',
  'core/config/effects.test.ts › the channels of %s':
    'notifications.waiting notifications.error notifications.done notifications.bell ' +
    'notifications.program notifications.command notifications.exit',
  // By their table: each single colour of it is a case.
  'core/config/effects.test.ts › %s changes the window':
    'colors.foreground colors.cursor colors.cursor_text colors.selection ' +
    'colors.indicator_working colors.indicator_waiting colors.indicator_active ' +
    'colors.indicator_inactive colors.indicator_error ' +
    'colors.tab_active colors.tab_dragged colors.tab_text colors.tab_text_inactive ' +
    'colors.menu_bg colors.menu_border colors.menu_text colors.menu_text_disabled ' +
    'colors.menu_shortcut ' +
    'colors.menu_focus_bg colors.scrollbar_track colors.scrollbar_thumb',
  'core/config/effects.test.ts › ansi changes the sixteen': 'colors.ansi',

  'core/config/obeys.test.ts › new_position': 'tabs.new_position',
  'core/config/obeys.test.ts › on_exit, and --hold and --wait against it': 'tabs.on_exit',
  'core/config/obeys.test.ts › respect_osc_title, title_strip_prefix, and a name that was given':
    'tabs.respect_osc_title tabs.title_strip_prefix',
  'core/config/obeys.test.ts › confirm_on_close': 'ui.confirm_on_close',
  'app/agents.spec.ts › the pulse is one declared animation of opacity, in one phase': 'ui.shapes',
  'renderer/attention.test.ts › snoozes the tab for as long as the option says':
    'attention.snooze_min',
  'core/config/obeys.test.ts › protocols: a dialect that is not listened to says nothing, from the next report on':
    'ai.protocols',
  'core/config/obeys.test.ts › working_directory': 'shell.working_directory',
  'core/config/obeys.test.ts › program, args, login, env, env_remove, term':
    'shell.program shell.args shell.login shell.env shell.env_remove shell.term',
  'core/config/obeys.test.ts › integration': 'shell.integration',
  'core/config/obeys.test.ts › allow_osc52_write, osc52_notice, replies, live':
    'clipboard.allow_osc52_write clipboard.osc52_notice security.replies',
  'core/config/obeys.test.ts › schemes and detect': 'links.schemes links.detect',
  // Handed to xterm.js, whose options these are.
  'core/config/obeys.test.ts › xterm.js is set up by fonts, cursor, separators, history':
    'fonts.priority fonts.line_height fonts.letter_spacing fonts.weight fonts.weight_bold ' +
    'fonts.custom_glyphs colors.bold_is_bright colors.minimum_contrast cursor.style ' +
    'cursor.style_unfocused',
  'core/config/obeys.test.ts › everything else of the grid by its options':
    'fonts.ligatures bell.debounce_ms clipboard.trim_trailing_spaces window.columns window.rows',
  'core/config/obeys.test.ts › history_lines and memory_max_mib: the smaller wins':
    'scrollback.memory_max_mib',
  'core/config/obeys.test.ts › fonts, widths and times of the chrome': 'ui.font cursor.blink_ms',
  'core/config/obeys.test.ts › confirm_multiline_paste, confirm_large_paste_kib':
    'clipboard.confirm_multiline_paste clipboard.confirm_large_paste_kib',
  'core/config/obeys.test.ts › width_min and width_max': 'tabs.width_min',
  'host/log.test.ts › a window is as large as the last one':
    'window.width window.height window.remember_size',
  'host/session-keeper.test.ts › restore = %j, ended in order: %j': 'session.restore',
  'host/session-keeper.test.ts › scrollback_lines: the newest lines, in the modes in force where they begin; 0':
    'session.scrollback_lines',
  'host/session-keeper.test.ts › save_interval_s: saves as often': 'session.save_interval_s',
  'host/log.test.ts › the log is one file a day, seven kept, of the levels that are wanted':
    'log.level',
  'host/socket/session-socket.test.ts › goes on without a socket when socket.enabled is turned off, and gets it back':
    'socket.enabled',
  'host/socket/session-socket.test.ts › socket.access and clients_max decide for how many it is there, and for what':
    'socket.access socket.clients_max',
  'core/session/answers.test.ts › shadow.enabled, live: off, the core answers all the same':
    'shadow.enabled',
  'core/session/delivery.test.ts › the core keeps as many lines of history as scrollback_lines says':
    'shadow.scrollback_lines',
  'core/screen-rules/recordings.test.ts › says nothing where the screen is not to be read':
    'ai.screen_rules',
  'core/links/open-links.test.ts › never lets the desktop run a file, but an editor may show it':
    'links.opener',
  'host/proc/poller.test.ts › looks as often as foreground_check_interval_ms says, from the next look on':
    'ai.foreground_check_interval_ms',
}
