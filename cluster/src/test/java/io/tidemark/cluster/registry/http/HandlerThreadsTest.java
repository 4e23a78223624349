package io.tidemark.cluster.registry.http;

import static io.tidemark.cluster.registry.access.SubjectOperation.READ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.NullNode;
import io.tidemark.cluster.registry.RegistryError;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class HandlerThreadsTest {
    private static final EndpointRoute CHECK = EndpointRoute.to(
            READ, "POST", "/compatibility/subjects/{subject}/versions", call -> NullNode.getInstance());
    private static final EndpointRoute ID =
            EndpointRoute.open("GET", "/schemas/ids/{id}", call -> NullNode.getInstance());

    private final Vertx vertx = Vertx.vertx();
    private final HandlerThreads threads = HandlerThreads.of(vertx);
    private final CountDownLatch checked = new CountDownLatch(1);

    @AfterEach
    void close() throws Exception {
        checked.countDown();
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    private Future<Boolean> check() {
        return threads.answer(CHECK, () -> checked.await(60, TimeUnit.SECONDS));
    }

    private static <T> T get(Future<T> answer) throws Exception {
        return answer.toCompletionStage().toCompletableFuture().get();
    }

    @Test
    void idsAreAnsweredWhileChecksRun() throws Exception {
        Future<Boolean> first = check();
        Future<Boolean> second = check();
        Future<Boolean> third = check();
        assertThat(get(threads.answer(ID, () -> "the schema"))).isEqualTo("the schema");
        assertThat(first.isComplete() || second.isComplete() || third.isComplete())
                .isFalse();
        checked.countDown();
        assertThat(get(first) && get(second) && get(third)).isTrue();
    }

    @Test
    void aLimitedNumberOfChecksWaits() throws Exception {
        Future<Boolean> first = check();
        for (int i = 1; i < HandlerThreads.Checkers.LIMIT; i++) {
            assertThat(check().failed()).isFalse();
        }
        assertThatThrownBy(() -> get(check()))
                .hasCauseInstanceOf(RegistryError.class)
                .hasMessageContaining("Too many compatibility checks are waiting");
        checked.countDown();
        assertThat(get(first)).isTrue();
    }
}
