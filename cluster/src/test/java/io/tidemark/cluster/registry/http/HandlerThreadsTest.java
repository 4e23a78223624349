package io.tidemark.cluster.registry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.access.Caller;
import io.tidemark.cluster.registry.access.SubjectRight;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class HandlerThreadsTest {
    private static final int OF_CALLER = HandlerThreads.Checkers.MOST_OF_CALLER;
    private static final int IN_ALL = HandlerThreads.Checkers.MOST;

    private final Vertx vertx = Vertx.vertx();
    private final HandlerThreads threads = HandlerThreads.of(vertx);
    private final CountDownLatch checked = new CountDownLatch(1);
    private final List<Future<Boolean>> checks = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        checked.countDown();
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    private static Caller user(String name) {
        return new Caller(name, Set.of(SubjectRight.parse("Write " + name + ".*")));
    }

    private void begin(Caller caller, int many) {
        for (int i = 0; i < many; i++) {
            checks.add(check(caller));
        }
    }

    private Future<Boolean> check(Caller caller) {
        return threads.checkers().run(caller, () -> checked.await(60, TimeUnit.SECONDS));
    }

    private static <T> T get(Future<T> answer) throws Exception {
        return answer.toCompletionStage().toCompletableFuture().get();
    }

    private void assertIsRefused(Caller caller) {
        assertThatThrownBy(() -> get(check(caller)))
                .hasCauseInstanceOf(RegistryError.class)
                .hasMessageContaining("Too many checks of schemas are waiting: at most 4 of one user, and 32");
    }

    @Test
    void aUserWhoseChecksWaitIsRefusedFurtherOnesAndAnotherIsNot() throws Exception {
        begin(user("ana"), OF_CALLER);
        assertIsRefused(user("ana"));
        begin(user("bob"), 1);
        assertThat(checks).noneMatch(Future::isComplete);

        checked.countDown();
        for (Future<Boolean> one : checks) {
            assertThat(get(one)).isTrue();
        }
        assertThat(get(check(user("ana")))).as("afterwards").isTrue();
    }

    @Test
    void aLimitedNumberOfChecksWaitsInAll() {
        begin(Caller.ANYBODY, IN_ALL - OF_CALLER);
        begin(user("ana"), OF_CALLER);
        assertThat(checks).noneMatch(Future::isComplete);
        assertIsRefused(user("bob"));
        assertIsRefused(Caller.ANYBODY);
    }
}
