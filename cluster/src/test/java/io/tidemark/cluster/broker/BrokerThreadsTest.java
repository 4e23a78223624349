package io.tidemark.cluster.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.cluster.ClusterException;
import org.apache.kafka.common.utils.Exit;
import org.junit.jupiter.api.Test;

final class BrokerThreadsTest {
    @Test
    void failsOnlyTheBrokerWhoseThreadWantsToEndTheProcess() {
        BrokerThreads broken = new BrokerThreads("broken");
        BrokerThreads sound = new BrokerThreads("sound");

        assertThatThrownBy(() -> broken.call("task", () -> {
                    Exit.halt(1, "no disk left");
                    return "went on";
                }))
                .hasMessageContaining("no disk left");

        assertThat(broken.failed()).isCompletedExceptionally();
        assertThat(sound.failed()).isNotDone();
    }

    @Test
    void failsTheBrokerWhenOneOfItsThreadsDies() throws Exception {
        BrokerThreads threads = new BrokerThreads("broker");
        Thread thread = new Thread(threads, () -> {
            throw new IllegalStateException("torn index");
        });
        thread.start();
        thread.join();
        assertThatThrownBy(() -> threads.failed().get()).hasRootCauseMessage("torn index");
    }

    @Test
    void handsOnWhatATaskThrows() {
        BrokerThreads threads = new BrokerThreads("broker");
        assertThatThrownBy(() -> threads.call("start", () -> {
                    throw new IllegalArgumentException("num.io.threads");
                }))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("start failed")
                .hasRootCauseMessage("num.io.threads");
    }
}
