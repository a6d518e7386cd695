import { captureDocument } from './capture-document.ts';
import { describeElement } from './describe-element.ts';
import { activeIn, allIn, attribute, bodyOf, parentOf, titleOf, unshadowed, urlOf } from './dom.ts';
import { flatChildList, flatParent } from './flat-tree.ts';
import { squash } from './name-parts.ts';
import { Names } from './names.ts';
import { isOwnElement, markOwnElement } from './own-elements.ts';
import { createMemory } from './page-memory.ts';
import { isEditingHost } from './roles.ts';
import { disabledBy } from './states.ts';
import { cleanPageText } from './text-hygiene.ts';
import { currentValue, editedText, listedLabel, renderedText } from './values.ts';
import { Visibility } from './visibility.ts';

/**
 * What the act script borrows from the capture script. They are two files, so that a page that is only read gets only
 * what reads; both live in the same isolated world.
 */
export const captureKit = {
  activeIn,
  allIn,
  attribute,
  bodyOf,
  captureDocument,
  cleanPageText,
  createMemory,
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
};

export type CaptureKit = typeof captureKit;
