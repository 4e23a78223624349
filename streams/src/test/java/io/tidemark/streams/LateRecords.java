package io.tidemark.streams;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/**
 * A run of 15 minutes with a request, a heartbeat and a sample of its server in each second. Some records of half a minute come seven and a
 * half minutes late, when their seconds are older than what is kept.
 */
enum LateRecords {
    NONE(false, false),
    SAMPLES(true, false),
    HEARTBEATS(false, true),
    BOTH(true, true);

    private static final int SECONDS = 900;
    private static final int FROM = 300;
    private static final int UNTIL = 330;
    private static final int COME_AT = 780;

    private final boolean samplesAreLate;
    private final boolean heartbeatsAreLate;

    LateRecords(boolean samplesAreLate, boolean heartbeatsAreLate) {
        this.samplesAreLate = samplesAreLate;
        this.heartbeatsAreLate = heartbeatsAreLate;
    }

    /** Each topic is one partition. */
    RecordedInput input() {
        List<SpecificRecord> requests = new ArrayList<>();
        List<SpecificRecord> heartbeats = new ArrayList<>();
        List<SpecificRecord> samples = new ArrayList<>();
        for (int second = 0; second < SECONDS; second++) {
            requests.add(Given.ok(second, second, 100 + second % 50, 200 + second % 70)
                    .build());
            heartbeats.add(Given.heartbeat(second + 1.0, 0, second + 1).build());
            samples.add(Given.sample(second + 0.5, Map.of("engine.requests.waiting", second % 7.0))
                    .build());
        }
        return RecordedInput.of(List.of(
                List.of(
                        Given.control(Given.run().build()),
                        Given.control(Given.step(0).build())),
                requests,
                heartbeatsAreLate ? delayed(heartbeats) : heartbeats,
                samplesAreLate ? delayed(samples) : samples));
    }

    private static List<SpecificRecord> delayed(List<SpecificRecord> bySecond) {
        List<SpecificRecord> delayed = new ArrayList<>(bySecond.subList(0, FROM));
        delayed.addAll(bySecond.subList(UNTIL, COME_AT));
        delayed.addAll(bySecond.subList(FROM, UNTIL));
        delayed.addAll(bySecond.subList(COME_AT, SECONDS));
        return delayed;
    }
}
