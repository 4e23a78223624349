package io.tidemark.sinks.store.read.step;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** An objective judged over a step. {@code limit}, {@code value}, {@code low} and {@code high} are nanoseconds for QUANTILE and shares for the ratios; an empty end of the 95 % interval is unbounded. */
public record ObjectiveRow(
        String objective,
        ObjectiveKind kind,
        Optional<Metric> metric,
        double quantile,
        double limit,
        Verdict verdict,
        OptionalDouble value,
        OptionalDouble low,
        OptionalDouble high,
        long count,
        long bad,
        OptionalLong neededRequests,
        String basis,
        ObjectiveStanding standing,
        BudgetRow budget,
        JudgementsRow judgements) {}
