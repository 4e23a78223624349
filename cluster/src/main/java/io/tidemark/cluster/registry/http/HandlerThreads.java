package io.tidemark.cluster.registry.http;

import io.tidemark.cluster.registry.http.EndpointRoute.Effect;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.concurrent.Callable;

/** The threads that answer: reads never queue behind a write that waits for Kafka. Closed with their Vert.x. */
record HandlerThreads(WorkerExecutor readers, WorkerExecutor writer) {
    private static final int READERS = 2;

    static HandlerThreads of(Vertx vertx) {
        return new HandlerThreads(
                vertx.createSharedWorkerExecutor("registry-read", READERS),
                vertx.createSharedWorkerExecutor("registry-write", 1));
    }

    <T> Future<T> run(Effect effect, Callable<T> work) {
        WorkerExecutor worker = effect == Effect.WRITE ? writer : readers;
        return worker.executeBlocking(work, false);
    }
}
