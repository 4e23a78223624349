package io.tidemark.producer.runtime;

import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Runs of one lane against a server of a test. */
public final class RunSpecFixture {
    public static final String RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4N";

    private RunSpecFixture() {}

    public static RunSpec of(Plan plan, URI url) {
        return of(plan, url, false);
    }

    /** The same with prompts and answers in its events. */
    public static RunSpec recordingText(Plan plan, URI url) {
        return of(plan, url, true);
    }

    private static RunSpec of(Plan plan, URI url, boolean recordText) {
        return new RunSpec(
                RUN,
                plan,
                plan.phases().get(0),
                TargetPlan.at(url, "m"),
                "lane-0",
                Optional.empty(),
                List.of(),
                Credentials.NONE,
                new RunSpec.Tool("test", "tidemark run"),
                recordText);
    }

    public static Clocks clocks() {
        return new Clocks(NanoClock.SYSTEM, InstantSource.system());
    }
}
