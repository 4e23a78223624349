/**
 * A lane sends the requests of one worker process on one event loop and publishes their events in sequence.
 *
 * <p>Due requests come in; calls to the client, request events, token batches and heartbeats go out.
 *
 * <p>Begin with {@link Lane}, then {@link ConversationScheduler} and {@link RequestRecorder}.
 */
@NullMarked
package io.tidemark.producer.lane;

import org.jspecify.annotations.NullMarked;
