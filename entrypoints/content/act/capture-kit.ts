import { CAPTURE_KIT } from '@pagehand/contracts/page-port';
import type { CaptureKit } from '../capture/kit.ts';

// The capture script runs first and leaves its functions in the isolated world, where only our own scripts are: the
// value is what `capture/kit.ts` puts there (parse boundary). A value import would ship capture a second time.
const kit = Reflect.get(globalThis, CAPTURE_KIT) as CaptureKit;

export const {
  activeIn,
  allIn,
  attribute,
  bodyOf,
  captureDocument,
  cleanPageText,
  describeElement,
  flatChildList,
  flatParent,
  Names,
  parentOf,
  squash,
  titleOf,
  unshadowed,
  urlOf,
  isOwnElement,
  markOwnElement,
  isEditingHost,
  disabledBy,
  currentValue,
  editedText,
  listedLabel,
  renderedText,
  Visibility,
} = kit;
