package io.tidemark.app.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.scrape.ScrapedActivity;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class IdleWaiterTest {
    private final Deque<Optional<ScrapedActivity>> looks = new ArrayDeque<>();
    private int seconds;

    private IdleWaiter rest() {
        return new IdleWaiter(() -> looks.size() > 1 ? looks.remove() : looks.element(), () -> seconds++);
    }

    private void sees(double... requests) {
        for (double now : requests) {
            looks.add(Optional.of(new ScrapedActivity(now, OptionalDouble.of(0.02))));
        }
    }

    @Test
    void aServerIsIdleWhenNothingRunsOrWaitsTwiceInARow() throws Exception {
        sees(3, 1, 0, 2, 0, 0);
        ProbeEnvironment.IdleWait rest = rest().await();
        assertThat(rest.idle()).isTrue();
        assertThat(rest.description()).isEqualTo("idle after 6 s");
    }

    @Test
    void aServerWithAnotherClientIsWaitedForFiveMinutesAndSaidToBeBusy() throws Exception {
        sees(2);
        ProbeEnvironment.IdleWait rest = rest().await();
        assertThat(rest.idle()).isFalse();
        assertThat(rest.waited()).isEqualTo(Duration.ofMinutes(5));
        assertThat(rest.description()).startsWith("not idle after 5 min: 2 requests run or wait, KV 2 % full");
    }

    @Test
    void theCacheMustBeAsEmptyAsItWasBeforeTheSearch() throws Exception {
        IdleWaiter rest = rest();
        sees(0);
        assertThat(rest.await().idle()).isTrue();
        looks.clear();
        looks.addAll(List.of(full(0.5), full(0.2), full(0.025)));
        seconds = 0;
        assertThat(rest.await().waited()).isEqualTo(Duration.ofSeconds(4));
    }

    private static Optional<ScrapedActivity> full(double share) {
        return Optional.of(new ScrapedActivity(0, OptionalDouble.of(share)));
    }

    @Test
    void aServerThatSaysNothingIsGivenTenSeconds() throws Exception {
        looks.add(Optional.empty());
        ProbeEnvironment.IdleWait rest = rest().await();
        assertThat(rest.idle()).isFalse();
        assertThat(rest.description()).isEqualTo("the server does not report its load: waited 10 s");
    }
}
