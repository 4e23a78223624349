package io.tidemark.producer.run;

import io.tidemark.producer.client.CallRequest;

/** How much memory the bodies of requests take that wait or are in flight, and how much they may take. Used on the client's loop only. */
final class BodyBudget {
    private final long maxBytes;
    private long bytes;

    BodyBudget(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    boolean hasRoomFor(CallRequest call) {
        return bytes + call.sizeBytes() <= maxBytes;
    }

    /** Why a request for which there is no room is not sent. */
    String refusal() {
        return "the bodies of requests in flight hold " + (bytes >> 20) + " MiB of memory, of at most "
                + (maxBytes >> 20) + " MiB: give the client more (-Xmx) or more workers";
    }

    /** Counts the body of a request once, however often it is told. */
    void hold(RequestTrack track) {
        if (track.heldBytes() == 0) {
            track.holds(track.identity().planned().call().sizeBytes());
            bytes += track.heldBytes();
        }
    }

    /** Frees the body; nothing is sent of it from here on. */
    void release(RequestTrack track) {
        bytes -= track.heldBytes();
        track.holds(0);
        track.identity().planned().call().releaseBody();
    }
}
