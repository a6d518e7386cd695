/** Sends an event. A form may have a field called `dispatchEvent`. @returns false when a handler prevented its default. */
export const dispatch = (target: EventTarget, event: Event): boolean =>
  EventTarget.prototype.dispatchEvent.call(target, event);
