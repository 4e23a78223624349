package io.tidemark.sinks.sink;

import io.tidemark.sinks.consume.ConsumerProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.common.TopicPartition;

/**
 * Those who wait until what is in Kafka when they ask is in the store. Asking is for any thread, the rest for the sink's.
 */
final class CatchUpWaiters {
    private final Queue<CompletableFuture<Boolean>> asked = new ConcurrentLinkedQueue<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private volatile boolean over;

    private record Waiting(CompletableFuture<Boolean> answer, Map<TopicPartition, Long> ends) {}

    /** True once the store is there; false if the sink ends before. */
    CompletableFuture<Boolean> request() {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        asked.add(answer);
        if (over) {
            answer.complete(false);
        }
        return answer;
    }

    /** All who asked so far wait for these ends, which were read after they asked. */
    void awaitEnds(int howMany, Map<TopicPartition, Long> ends) {
        for (int i = 0; i < howMany; i++) {
            waiting.add(new Waiting(asked.remove(), ends));
        }
    }

    int requestCount() {
        return asked.size();
    }

    void completeReached(ConsumerProgress progress) {
        waiting.removeIf(one -> progress.hasReached(one.ends()) && answered(one));
    }

    private static boolean answered(Waiting one) {
        one.answer().complete(true);
        return true;
    }

    void close() {
        over = true;
        waiting.forEach(one -> one.answer().complete(false));
        asked.forEach(answer -> answer.complete(false));
    }
}
