package io.tidemark.producer.run;

import io.tidemark.producer.lanes.Share;
import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.Workload;

/** One lane's conversations of a step: those of the whole whose number is the lane's. Not thread-safe. */
final class SharedWorkload implements Workload {
    private final Workload whole;
    private final Share share;
    private long number;

    SharedWorkload(Workload whole, Share share) {
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
