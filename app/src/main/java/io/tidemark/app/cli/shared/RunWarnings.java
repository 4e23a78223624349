package io.tidemark.app.cli.shared;

import io.tidemark.app.run.RunResult;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.plan.LoadLimits;
import io.tidemark.producer.plan.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What must be reported of a run beside its report: why its figures must not be used, and what is missing of them. */
public final class RunWarnings {
    private RunWarnings() {}

    /** Warnings that are printed before anything is sent. */
    public static List<String> before(Plan plan) {
        List<String> warnings = new ArrayList<>(plan.remarks());
        if (plan.connection().tls().insecure()) {
            warnings.add(
                    "WARNING: the target's certificate is NOT checked (connection.insecure): anyone on the network path can"
                            + " read the API key and the prompts, and can answer instead of the target");
        }
        return warnings;
    }

    /** That the plan, which no user wrote, forgives its client more than plans do by default. */
    public static Optional<String> weakerThanUsual(Plan plan) {
        Duration lag = plan.limits().scheduleLagP99();
        Duration usual = LoadLimits.DEFAULT.scheduleLagP99();
        return lag.compareTo(usual) <= 0
                ? Optional.empty()
                : Optional.of(
                        ("NOTE: limits.schedule_lag_p99 is %,d ms here and %d ms by default, because so many requests cannot be sent"
                                        + " at one moment: VALID means less than usual. Restore the default with --set limits.schedule_lag_p99=%dms")
                                .formatted(lag.toMillis(), usual.toMillis(), usual.toMillis()));
    }

    public static List<String> of(RunResult result) {
        List<String> warnings = new ArrayList<>();
        if (result.outcome().status() == RunStatus.INVALID) {
            result.outcome()
                    .invalidReasons()
                    .forEach(reason -> warnings.add("run " + result.key().run() + " is INVALID: " + reason));
        }
        if (result.lostAfterEnd() > 0) {
            warnings.add(
                    "run %s is INVALID: %d events were lost after its end, because neither Kafka nor the spool accepted them"
                            .formatted(result.key().run(), result.lostAfterEnd()));
        }
        if (result.outcome().status() == RunStatus.ENDED) {
            result.outcome()
                    .stepReasons()
                    .forEach(reason -> warnings.add(reason + ": this step is INVALID, the others count"));
        }
        if (result.verdicts().size() < result.outcome().steps().size()) {
            warnings.add("only %d of %d steps have a final result; %s"
                    .formatted(
                            result.verdicts().size(), result.outcome().steps().size(), whyNotFinal(result)));
        }
        return warnings;
    }

    private static String whyNotFinal(RunResult result) {
        if (result.lostEvents() > 0) {
            return result.spooledEvents() > 0
                    ? "events were lost: the others wait in the spool, and steps whose events are missing become INCOMPLETE"
                    : "events were lost: steps whose events are missing become INCOMPLETE";
        }
        return result.spooledEvents() > 0
                ? "the rest follows when the spool has been published"
                : "is `tidemark serve streams` running for team " + result.key().team()
                        + "? The events are in Kafka; `tidemark report` shows the rest when it has arrived.";
    }
}
