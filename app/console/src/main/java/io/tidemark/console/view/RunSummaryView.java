package io.tidemark.console.view;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.events.Verdict;
import io.tidemark.reports.model.RunSummary;
import java.util.Map;
import java.util.Optional;

/**
 * A run of a list.
 *
 * @param verdict as in {@link RunSummary}
 * @param labels of its plan, and those that say what it is in a search or a tune
 */
public record RunSummaryView(
        @JsonUnwrapped RunHead head,
        Optional<Verdict> verdict,
        @JsonUnwrapped LiveRunView.Held held,
        Map<String, String> labels) {}
