package io.tidemark.producer.conversation;

import io.tidemark.producer.workers.WorkerShare;
import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.Workload;

/** One lane's conversations of a step: those of the whole whose number is the lane's. Not thread-safe. */
public final class LaneWorkload implements Workload {
    private final Workload whole;
    private final WorkerShare share;
    private long number;

    public LaneWorkload(Workload whole, WorkerShare share) {
        this.whole = whole;
        this.share = share;
    }

    @Override
    public Conversation next() {
        Conversation next = whole.next();
        while (!share.owns(number++)) {
            next = whole.next();
        }
        return next;
    }
}
