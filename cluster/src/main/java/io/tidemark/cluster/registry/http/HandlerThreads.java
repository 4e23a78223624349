package io.tidemark.cluster.registry.http;

import io.tidemark.cluster.registry.RegistryError;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that answer: reads never queue behind a write that waits for Kafka, nor behind compatibility checks, and none of them behind a
 * password that is checked. Closed with their Vert.x.
 */
record HandlerThreads(WorkerExecutor readers, WorkerExecutor writer, Checkers checkers, WorkerExecutor logins) {
    private static final int READERS = 2;

    /**
     * One thread, for which a limited number of checks wait.
     *
     * @param unanswered checks that wait or run
     */
    record Checkers(WorkerExecutor thread, AtomicInteger unanswered) {
        static final int LIMIT = 32;

        <T> Future<T> run(Callable<T> check) {
            if (unanswered.incrementAndGet() > LIMIT) {
                unanswered.decrementAndGet();
                return Future.failedFuture(RegistryError.tooManyChecks());
            }
            return thread.executeBlocking(check, false).onComplete(done -> unanswered.decrementAndGet());
        }
    }

    static HandlerThreads of(Vertx vertx) {
        return new HandlerThreads(
                vertx.createSharedWorkerExecutor("registry-read", READERS),
                vertx.createSharedWorkerExecutor("registry-write", 1),
                new Checkers(vertx.createSharedWorkerExecutor("registry-check", 1), new AtomicInteger()),
                vertx.createSharedWorkerExecutor("registry-login", 1));
    }

    <T> Future<T> answer(EndpointRoute route, Callable<T> call) {
        if (route.checks()) {
            return checkers.run(call);
        }
        return (route.writes() ? writer : readers).executeBlocking(call, false);
    }
}
