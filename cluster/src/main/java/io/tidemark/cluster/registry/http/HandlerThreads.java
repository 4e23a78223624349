package io.tidemark.cluster.registry.http;

import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.access.Caller;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.concurrent.Callable;

/**
 * The threads that answer: reads never queue behind a write that waits for Kafka, nor behind schemas that are parsed and compared, and none of them
 * behind a password that is checked. Closed with their Vert.x.
 */
record HandlerThreads(WorkerExecutor readers, WorkerExecutor writer, Checkers checkers, WorkerExecutor logins) {
    private static final int READERS = 2;

    /**
     * One thread, for which a limited number of checks wait, of one caller and in all.
     *
     * @param unanswered checks that wait or run
     */
    record Checkers(WorkerExecutor thread, Shares<Caller> unanswered) {
        static final int MOST_OF_CALLER = 4;
        static final int MOST = 32;

        <T> Future<T> run(Caller caller, Callable<T> check) {
            if (!unanswered.take(caller, 1)) {
                return Future.failedFuture(RegistryError.tooManyChecks(MOST_OF_CALLER, MOST));
            }
            return thread.executeBlocking(check, false).onComplete(done -> unanswered.giveBack(caller, 1));
        }
    }

    static HandlerThreads of(Vertx vertx) {
        return new HandlerThreads(
                vertx.createSharedWorkerExecutor("registry-read", READERS),
                vertx.createSharedWorkerExecutor("registry-write", 1),
                new Checkers(
                        vertx.createSharedWorkerExecutor("registry-check", 1),
                        new Shares<>(
                                caller -> caller.mayDoEverything() ? Checkers.MOST : Checkers.MOST_OF_CALLER,
                                Checkers.MOST)),
                vertx.createSharedWorkerExecutor("registry-login", 1));
    }
}
