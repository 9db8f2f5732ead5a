// The first screen of the first start: a few keys, and the next steps.
import { Box } from 'ink';
import { Option } from '../components/option.js';
import { RoleText } from '../components/role-text.js';
import { type WelcomeScreen, welcomeCommands, welcomeMenu } from '../state/screens.js';

const keys = [
  ['0 … 9', 'open Home or a group'],
  ['enter', 'open the marked row; esc goes back'],
  [':', 'run any command'],
  ['?', 'show every key of this screen'],
] as const;

/** The welcome. */
export function WelcomeBody({ menu }: Pick<WelcomeScreen, 'menu'>) {
  return (
    <Box flexDirection="column" rowGap={1} flexShrink={0}>
      <RoleText>tuk: rides, vehicle assets, wallets, swaps, points and a store in one window.</RoleText>
      <Box flexDirection="column">
        <RoleText>This is the sandbox: a back end on this machine, with sample data.</RoleText>
        <RoleText>Nothing here is real, and nothing leaves this computer.</RoleText>
      </Box>
      <Box flexDirection="column">
        <RoleText variant="head">Keys to begin with</RoleText>
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
          <Option
            key={text}
            label={text}
            labelWidth={47}
            is={welcomeCommands[at]}
            choice={at}
            isMarked={at === menu.marked}
          />
        ))}
      </Box>
    </Box>
  );
}
