package io.tidemark.cluster.registry.http;

import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;

/**
 * The threads that answer: reads never queue behind a write that waits for Kafka, and neither behind a password that is checked. Closed with
 * their Vert.x.
 */
record HandlerThreads(WorkerExecutor readers, WorkerExecutor writer, WorkerExecutor logins) {
    private static final int READERS = 2;

    static HandlerThreads of(Vertx vertx) {
        return new HandlerThreads(
                vertx.createSharedWorkerExecutor("registry-read", READERS),
                vertx.createSharedWorkerExecutor("registry-write", 1),
                vertx.createSharedWorkerExecutor("registry-login", 1));
    }

    WorkerExecutor answering(EndpointRoute route) {
        return route.writes() ? writer : readers;
    }
}
