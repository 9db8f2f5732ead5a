// The first screen of the first start: where one is, the keys that are enough, what to do next.
import { Box } from 'ink';
import { Option } from '../components/option.js';
import { RoleText } from '../components/role-text.js';
import { type WelcomeScreen, welcomeCommands, welcomeMenu } from '../state/screens.js';

const keys = [
  ['0 … 9', 'go to Home or a group'],
  ['enter', 'open what is marked; esc goes back'],
  [':', 'any command by its name'],
  ['?', 'every key of the screen you are on'],
] as const;

/** The welcome. */
export function WelcomeBody({ menu }: Pick<WelcomeScreen, 'menu'>) {
  return (
    <Box flexDirection="column" rowGap={1} flexShrink={0}>
      <RoleText>Good day. This is tuk: one window on rides, assets, wallets and the rest.</RoleText>
      <Box flexDirection="column">
        <RoleText>You are in the sandbox, a whole back end on this machine, made of play data.</RoleText>
        <RoleText>Nothing here is real, and nothing leaves this computer.</RoleText>
      </Box>
      <Box flexDirection="column">
        <RoleText variant="head">Keys that are enough</RoleText>
        {keys.map(([name, does]) => (
          <Box key={name}>
            <Box width={11} paddingLeft={2} flexShrink={0}>
              <RoleText variant="accent">{name}</RoleText>
            </Box>
            <RoleText>{does}</RoleText>
          </Box>
        ))}
      </Box>
      <Box flexDirection="column">
        {welcomeMenu.map((text, at) => (
          <Option key={text} label={text} labelWidth={47} is={welcomeCommands[at]} choice={at} isMarked={at === menu.marked} />
        ))}
      </Box>
    </Box>
  );
}
