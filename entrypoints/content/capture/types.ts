import type { FrameCapture } from '@pagehand/contracts/page-port';

/** One ref as the port carries it. */
export type CapturedRef = FrameCapture['refs'][number];
export type SecretKind = NonNullable<CapturedRef['secret']>;
export type ChildFrame = FrameCapture['childFrames'][number];
