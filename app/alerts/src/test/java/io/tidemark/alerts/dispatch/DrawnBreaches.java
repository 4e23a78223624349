package io.tidemark.alerts.dispatch;

import static io.tidemark.fixtures.runs.Events.RUN;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.SloBreach;
import io.tidemark.fixtures.runs.Events;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Records of breaches of one run that open and close: each opens before it closes, and their order is drawn otherwise. */
final class DrawnBreaches {
    private DrawnBreaches() {}

    /** @param now when the first of them opens; each other one a millisecond after the one before */
    static List<SloBreach> of(int breaches, Random random, Instant now) {
        List<SloBreach> records = new ArrayList<>();
        List<Integer> order = new ArrayList<>(
                IntStream.range(0, 2 * breaches).map(i -> i / 2).boxed().toList());
        Collections.shuffle(order, random);
        Map<Integer, Integer> met = new HashMap<>();
        for (int number : order) {
            boolean opens = met.merge(number, 1, Integer::sum) == 1;
            records.add(opens ? opened(number, now) : closed(number, now));
        }
        return records;
    }

    static SloBreach opened(int number, Instant now) {
        return breach(BreachState.OPENED, number, now).build();
    }

    static SloBreach closed(int number, Instant now) {
        return breach(BreachState.CLOSED, number, now)
                .setClosed(millis(now).plusSeconds(60))
                .setEndedBy(BreachEnd.CLEARED)
                .build();
    }

    private static SloBreach.Builder breach(BreachState state, int number, Instant now) {
        return Events.breach(state, Finality.FINAL)
                .setBreach(RUN + "/objective-" + number)
                .setObjective("objective-" + number)
                .setExperiment("h200")
                .setPhase("baseline")
                .setOpened(millis(now).plusMillis(number))
                .setUpdated(millis(now).plusSeconds(60));
    }

    private static Instant millis(Instant now) {
        return now.truncatedTo(ChronoUnit.MILLIS);
    }
}
