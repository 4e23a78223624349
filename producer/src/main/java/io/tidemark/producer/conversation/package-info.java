/**
 * Conversations hold the turns of virtual users, from the prepared prompt to the recorded answer.
 *
 * <p>A workload and the answers so far come in; prepared turns, each with its request body, go out.
 *
 * <p>Begin with {@link PreparedTurnFactory}, then {@link TurnQueues} between the preparing thread and the lane's event loop.
 */
@NullMarked
package io.tidemark.producer.conversation;

import org.jspecify.annotations.NullMarked;
