package io.tidemark.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.javalin.http.ServiceUnavailableResponse;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class StoreReadersTest {
    private static final Optional<Team> PERF = Optional.of(new Team("perf"));
    private static final Optional<Team> NIGHTLY = Optional.of(new Team("nightly"));

    @TempDir
    private Path folder = Path.of("");

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Semaphore begun = new Semaphore(0);
    private final CountDownLatch slowness = new CountDownLatch(1);
    private final List<CompletableFuture<String>> slow = new ArrayList<>();
    private StoreReaders readers = new StoreReaders(StoreAddress.of(Path.of("")));

    @BeforeEach
    void open() {
        StoreAddress store = StoreAddress.of(folder.resolve("store.db"));
        store.open().close();
        readers = new StoreReaders(store, Duration.ofMillis(50));
    }

    @AfterEach
    void close() {
        slowness.countDown();
        threads.shutdown();
        readers.close();
    }

    private static Caller caller(String name, Optional<Team> team) {
        return new Caller(name, team, Set.of(Scope.READ));
    }

    private void askSlowly(Caller caller) throws InterruptedException {
        slow.add(CompletableFuture.supplyAsync(
                () -> readers.use(caller, reader -> {
                    begun.release();
                    await();
                    return "slow";
                }),
                threads));
        assertThat(begun.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
    }

    private void await() {
        try {
            slowness.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private String ask(Caller caller) {
        return readers.use(caller, reader -> "answered");
    }

    @Test
    void slowQuestionsOfOneTeamLeaveReadersToAnother() throws Exception {
        askSlowly(caller("ana", PERF));
        askSlowly(caller("bob", PERF));

        assertThatThrownBy(() -> ask(caller("eve", PERF)))
                .as("by a third token of the team")
                .isInstanceOf(ServiceUnavailableResponse.class)
                .hasMessageContaining("the store answers 4 questions at a time, and 2 of one team");
        assertThat(ask(caller("nina", NIGHTLY))).isEqualTo("answered");
        assertThat(ask(caller("root", Optional.empty()))).isEqualTo("answered");

        slowness.countDown();
        for (CompletableFuture<String> one : slow) {
            assertThat(one.get()).isEqualTo("slow");
        }
        assertThat(ask(caller("eve", PERF))).as("afterwards").isEqualTo("answered");
    }

    @Test
    void noQuestionWaitsForEver() throws Exception {
        for (String name : List.of("ana", "bob", "eve", "nina")) {
            askSlowly(caller(name, Optional.empty()));
        }
        assertThatThrownBy(() -> ask(caller("nora", NIGHTLY))).isInstanceOf(ServiceUnavailableResponse.class);
    }

    @Test
    void theOneCallerOfAServerWithoutLoginHasAllReaders() throws Exception {
        for (int i = 0; i < StoreReaders.MAX_READERS; i++) {
            askSlowly(Caller.LOCAL);
        }
        assertThatThrownBy(() -> ask(Caller.LOCAL)).isInstanceOf(ServiceUnavailableResponse.class);
    }
}
