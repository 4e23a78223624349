package io.tidemark.schemas.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
    private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");

    private final VirtualTime time = new VirtualTime(START);
    private final List<String> happened = new ArrayList<>();

    private Runnable happens(String what) {
        return () -> happened.add(what + "@" + time.nanos());
    }

    @Test
    void eventsHappenAtTheirMomentAndThoseOfOneMomentInTheOrderTheyWereTold() {
        time.at(30, happens("c"));
        time.at(10, happens("a"));
        time.at(30, happens("d"));
        time.at(31, happens("later"));

        time.pass(30);

        assertThat(happened).containsExactly("a@10", "c@30", "d@30");
        assertThat(time.nanos()).isEqualTo(30);
        assertThat(time.wall().instant()).isEqualTo(START.plusNanos(30));
    }

    @Test
    void whatAnEventLetsHappenNowComesAfterWhatWasToldBefore() {
        time.at(5, () -> {
            happens("first").run();
            time.now(happens("third"));
            time.at(2, happens("fourth, for its moment has passed"));
        });
        time.at(5, happens("second"));

        time.pass(5);

        assertThat(happened).containsExactly("first@5", "second@5", "third@5", "fourth, for its moment has passed@5");
    }

    @Test
    void aRepeatedEventHappensUntilItIsCancelled() {
        VirtualTime.Repeated tick = time.every(1, 10, happens("tick"));
        time.pass(25);
        tick.cancel();
        time.pass(25);

        assertThat(happened).containsExactly("tick@1", "tick@11", "tick@21");
        assertThat(time.nanos()).isEqualTo(50);
    }

    @Test
    void anEventCannotLetTimePass() {
        time.now(() -> time.pass(1));

        assertThatThrownBy(() -> time.pass(1)).isInstanceOf(IllegalStateException.class);
    }
}
