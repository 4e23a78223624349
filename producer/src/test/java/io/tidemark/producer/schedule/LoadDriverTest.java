package io.tidemark.producer.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.arrivals.Arrivals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LoadDriverTest {
    private static List<Long> all(Arrivals arrivals) {
        List<Long> all = new ArrayList<>();
        for (OptionalLong next = arrivals.nextNanos(); next.isPresent(); next = arrivals.nextNanos()) {
            all.add(next.getAsLong());
        }
        return all;
    }

    @Test
    void aClosedLoopBeginsAsManyAsItsConcurrencyAtOnce() {
        assertThat(all(new ClosedLoop(3, Duration.ZERO).starts())).containsExactly(0L, 0L, 0L);
    }

    @Test
    void aRampUpSpreadsTheFirstEvenly() {
        ClosedLoop ramped = new ClosedLoop(4, Duration.ofSeconds(2));

        assertThat(all(ramped.starts())).containsExactly(0L, 500_000_000L, 1_000_000_000L, 1_500_000_000L);
        assertThat(ramped.isRampedUp(3)).isFalse();
        assertThat(ramped.isRampedUp(4)).isTrue();
    }

    @Test
    void inAClosedLoopAnEndMakesTheNextOneDueAtThatMoment() {
        List<Long> due = new ArrayList<>();
        new ClosedLoop(1, Duration.ZERO).conversationEnded(77, due::add);

        assertThat(due).containsExactly(77L);
    }

    @Test
    void anOpenLoopWithACapSendsBelowItAndFollowsNoEnd() {
        OpenLoop capped = new OpenLoop(OptionalLong::empty, OptionalInt.of(2));
        List<Long> due = new ArrayList<>();
        capped.conversationEnded(77, due::add);

        assertThat(due).isEmpty();
        assertThat(capped.maySend(1)).isTrue();
        assertThat(capped.maySend(2)).isFalse();
    }

    @Test
    void aPlaceWithoutAnswersWaitsTwiceAsLongEachTimeAndAtMostASecond() {
        List<Long> millis = new ArrayList<>();
        VirtualUserBackoff pause = VirtualUserBackoff.NONE;
        for (int failed = 0; failed < 6; failed++) {
            pause = pause.increased();
            millis.add(pause.nanos() / 1_000_000);
        }

        assertThat(VirtualUserBackoff.NONE.isNone()).isTrue();
        assertThat(millis).containsExactly(100L, 200L, 400L, 800L, 1000L, 1000L);
    }
}
