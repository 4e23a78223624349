package io.tidemark.producer.lane;

import io.tidemark.producer.openai.CompletionRequest;

/** How much memory the bodies of requests take that wait or are in flight, and how much they may take. Used on the client's loop only. */
final class RequestBodyMemory {
    private final long maxBytes;
    private long bytes;

    RequestBodyMemory(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    boolean hasRoomFor(CompletionRequest call) {
        return bytes + call.sizeBytes() <= maxBytes;
    }

    /** Why a request for which there is no room is not sent. */
    String refusal() {
        return "the bodies of requests in flight hold " + (bytes >> 20) + " MiB of memory, of at most "
                + (maxBytes >> 20) + " MiB: give the client more (-Xmx) or more workers";
    }

    /** Counts the body of a request once, however often this is called. */
    void acquire(RequestRecorder track) {
        if (track.heldBytes() == 0) {
            track.setHeldBytes(track.identity().planned().call().sizeBytes());
            bytes += track.heldBytes();
        }
    }

    /** Frees the body; nothing is sent of it from here on. */
    void release(RequestRecorder track) {
        bytes -= track.heldBytes();
        track.setHeldBytes(0);
        track.identity().planned().call().releaseBody();
    }
}
