package io.tidemark.app.report;

import io.tidemark.analysis.Basis;
import io.tidemark.sinks.store.read.ObjectiveRow;
import java.util.List;

/** What the intervals of a report rest on, as its objectives say it; n alone where nothing was judged. */
final class Bases {
    private final List<String> words;

    Bases(ReportModel model) {
        this.words = model.runs().stream()
                .flatMap(run -> run.steps().stream())
                .flatMap(step -> step.result().objectives().stream())
                .map(ObjectiveRow::basis)
                .filter(basis -> !basis.isEmpty())
                .distinct()
                .toList();
    }

    /** "n alone: ..."; several where objectives differ. */
    String words() {
        return words.isEmpty() ? Basis.N_ALONE.words() : String.join("; or ", words);
    }

    /** How sure verdicts are. */
    String certainty() {
        boolean nAlone = words.isEmpty() || words.contains(Basis.N_ALONE.words());
        return "Verdicts take the ends of these intervals: a pass or a fail is wrong in at most 2.5 % of steps"
                + (nAlone ? " if requests were independent. Repeated runs are the real remedy." : ".");
    }

    /** For captions. */
    String brief() {
        boolean nAlone = words.isEmpty() || words.equals(List.of(Basis.N_ALONE.words()));
        return nAlone
                ? "from n alone"
                : "as the verdict has them where an objective is on the figure, else from n alone";
    }
}
