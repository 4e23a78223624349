package io.tidemark.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ResourceScopeTest {
    private final List<String> closed = new ArrayList<>();

    /** As the runs of a search, each with a publisher and its prompts. */
    @Test
    void partsThatAreOverAreNotKeptUntilTheCommandEnds() {
        try (ResourceScope command = new ResourceScope()) {
            for (int run = 0; run < 1_000; run++) {
                try (ResourceScope parts = command.child()) {
                    parts.register(() -> closed.add("publisher"));
                    assertThat(command.size()).isEqualTo(1);
                }
            }
            assertThat(command.size()).isZero();
            assertThat(closed).hasSize(1_000);
        }
        assertThat(closed).hasSize(1_000);
    }

    @Test
    void aCommandThatIsAskedToStopIsClosedByAnotherThread() throws Exception {
        ResourceScope command = new ResourceScope();
        CountDownLatch stopped = new CountDownLatch(1);
        command.register(stopped::countDown);

        command.stop(ResourceScope.StopReason.STOPPED_ELSEWHERE);
        assertThat(stopped.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aProcessThatIsAskedToStopInAPartOfItEndsForThatReason() throws Exception {
        BlockingQueue<ResourceScope.StopReason> reasons = new LinkedBlockingQueue<>();
        ResourceScope process = new ResourceScope(reasons::add);

        process.child().stop(ResourceScope.StopReason.STOPPED_ELSEWHERE);
        assertThat(reasons.poll(60, TimeUnit.SECONDS)).isEqualTo(ResourceScope.StopReason.STOPPED_ELSEWHERE);
        process.stop(ResourceScope.StopReason.SIGTERM);
        assertThat(process.stopReason()).contains(ResourceScope.StopReason.STOPPED_ELSEWHERE);
    }

    @Test
    void partsThatAreOpenWhenTheCommandIsToldToStopAreClosedInReverse() {
        ResourceScope command = new ResourceScope();
        command.register(() -> closed.add("store"));
        ResourceScope parts = command.child();
        parts.register(() -> closed.add("publisher"));
        parts.register(() -> closed.add("run"));

        command.close();
        assertThat(closed).containsExactly("run", "publisher", "store");
        assertThat(parts.isClosed()).isTrue();
        parts.register(() -> closed.add("late"));
        assertThat(closed).endsWith("late");
    }
}
