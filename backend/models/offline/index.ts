export { OfflineChatModel } from './offline-chat-model.ts';
export { createOfflinePlanner } from './planner.ts';
