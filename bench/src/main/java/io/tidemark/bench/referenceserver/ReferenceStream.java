package io.tidemark.bench.referenceserver;

import java.nio.channels.SocketChannel;

/** One answer that is being written. Handed from the reading thread to the writing one, which alone changes it then. */
final class ReferenceStream {
    private final String request;
    private final SocketChannel channel;
    private final ReferencePacing pace;
    private final int tokens;
    private final long readNanos;
    private int written;
    private long firstBegunNanos;
    private long firstDoneNanos;
    private long lastBegunNanos;
    private long dueNanos;

    ReferenceStream(String request, SocketChannel channel, String body, long readNanos) {
        this.request = request;
        this.channel = channel;
        this.pace = ReferencePacing.askedIn(body);
        this.tokens = ReferencePacing.tokensAskedIn(body);
        this.readNanos = readNanos;
        this.dueNanos = readNanos + pace.ttftNanos();
    }

    SocketChannel channel() {
        return channel;
    }

    long dueNanos() {
        return dueNanos;
    }

    boolean isFirst() {
        return written == 0;
    }

    int tokens() {
        return tokens;
    }

    /** Tokens of the write that is due. */
    int tokensInNextWrite() {
        return Math.min(pace.perWrite(), tokens - written);
    }

    boolean isOver() {
        return written == tokens;
    }

    /** The write that was due has been made; gives the gap since the one before, negative for the first. */
    long recordWrite(long begunNanos, long doneNanos) {
        boolean first = isFirst();
        long gapNanos = first ? -1 : begunNanos - lastBegunNanos;
        if (first) {
            firstBegunNanos = begunNanos;
            firstDoneNanos = doneNanos;
        }
        written += tokensInNextWrite();
        lastBegunNanos = begunNanos;
        dueNanos += pace.gapNanos();
        return gapNanos;
    }

    ServerRequestRecord log() {
        return new ServerRequestRecord(request, readNanos, firstBegunNanos, firstDoneNanos, lastBegunNanos, written);
    }
}
