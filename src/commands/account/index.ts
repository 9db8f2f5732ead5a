// Lists the commands of `tuk account`: the account at the services, not the local profile.
import type { Group } from '../../cli/command.js';
import { remove } from './delete.js';
import { emailSet, emailShow } from './email.js';
import { appState, mobileCheck, mobileRegister } from './mobile.js';
import { referrer } from './referrer.js';
import { show, uid, uidCheck } from './show.js';
import { check, create, restore } from './sign-up.js';
import { state } from './state.js';

export const group: Group = {
  commands: [
    show,
    check,
    create,
    restore,
    remove,
    state,
    uid,
    uidCheck,
    emailShow,
    emailSet,
    referrer,
    mobileRegister,
    mobileCheck,
    appState,
  ],
};
