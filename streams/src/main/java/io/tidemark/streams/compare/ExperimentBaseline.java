package io.tidemark.streams.compare;

import io.tidemark.events.StepResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Which phase the others of an experiment are compared with. */
record ExperimentBaseline(ComparisonStore results) {
    /** Takes note of the run of a result and of the base that its plan names. */
    void add(StepResult result) {
        count(result);
        name(result);
    }

    /**
     * The phase that others of an experiment are compared with: the one that the plan of the newest run with such a plan names, if anything of it is
     * kept, else that of the first run.
     */
    Optional<String> of(ExperimentKey experiment) {
        return text(experiment.named())
                .map(ExperimentBaseline::phaseOf)
                .filter(phase -> results.hasPhase(experiment, phase))
                .or(() -> text(experiment.first()).map(ExperimentBaseline::phaseOf));
    }

    /** To be called when the results of a result's run were dropped. */
    void withdrawn(StepResult result) {
        ExperimentKey experiment = ExperimentKey.of(result);
        if (text(experiment.first())
                .filter(first -> first.startsWith(result.getRun() + CompositeKeyStore.PART))
                .isPresent()) {
            chooseFirst(experiment);
        }
    }

    /** To be called when results of the experiment expired; what was noted of an experiment without results goes, too. */
    void expired(ExperimentKey experiment) {
        chooseFirst(experiment);
        if (text(experiment.first()).isEmpty()) {
            entries().delete(experiment.named());
        }
    }

    private void chooseFirst(ExperimentKey experiment) {
        TreeSet<String> runs = new TreeSet<>();
        entries().forEach(experiment.results(), (key, bytes) -> {
            List<String> parts = CompositeKeyStore.parts(key);
            runs.add(parts.get(ExperimentKey.RESULT_RUN)
                    + CompositeKeyStore.PART
                    + parts.get(ExperimentKey.RESULT_PHASE));
        });
        entries().delete(experiment.first());
        if (!runs.isEmpty()) {
            entries().write(experiment.first(), runs.first().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Notes the run where it is the first of its experiment and workload, by run ids, which sort by time. */
    private void count(StepResult result) {
        String own = result.getRun() + CompositeKeyStore.PART + result.getPhase();
        ExperimentKey experiment = ExperimentKey.of(result);
        if (text(experiment.first()).filter(known -> known.compareTo(own) <= 0).isEmpty()) {
            entries().write(experiment.first(), own.getBytes(StandardCharsets.UTF_8));
        }
    }

    private void name(StepResult result) {
        String own = result.getRun() + CompositeKeyStore.PART + result.getBaseline();
        String key = ExperimentKey.of(result).named();
        boolean isNewest = text(key).filter(known -> known.compareTo(own) >= 0).isEmpty();
        if (!result.getBaseline().isEmpty() && isNewest) {
            entries().write(key, own.getBytes(StandardCharsets.UTF_8));
        }
    }

    private Optional<String> text(String key) {
        return entries().bytes(key).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    private CompositeKeyStore entries() {
        return results.entries();
    }

    private static String phaseOf(String runAndPhase) {
        return runAndPhase.substring(runAndPhase.indexOf(CompositeKeyStore.PART) + 1);
    }
}
