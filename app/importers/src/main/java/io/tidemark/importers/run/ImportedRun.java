package io.tidemark.importers.run;

import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.importers.result.ImportedQuality;
import java.util.List;
import java.util.Map;

/**
 * A run of another tool as events, with what it comes from. Its id follows from the content of its files.
 *
 * @param steps ended, by number
 * @param results FINAL, one per step
 * @param requests where the files have them
 */
public record ImportedRun(
        RunState run,
        List<StepState> steps,
        List<StepResult> results,
        List<Request> requests,
        Provenance provenance,
        List<ImportedQuality> quality) {
    public ImportedRun {
        steps = List.copyOf(steps);
        results = List.copyOf(results);
        requests = List.copyOf(requests);
        quality = List.copyOf(quality);
    }

    /** @param dueKnown whether {@code due} is when it was due; else it is when it was sent */
    public record Request(RequestEvent event, boolean dueKnown) {}

    /**
     * Where it comes from.
     *
     * @param toolVersion empty where it is not known
     * @param missingData what its files do not hold, in words
     * @param definitions how the tool defines a metric where that is not ours, by the metric's id
     * @param sources of its steps by number, then of its quality
     */
    public record Provenance(
            String tool,
            String toolVersion,
            String format,
            List<String> missingData,
            Map<String, String> definitions,
            List<Source> sources) {
        public Provenance {
            missingData = List.copyOf(missingData);
            definitions = Map.copyOf(definitions);
            sources = List.copyOf(sources);
        }
    }

    /** @param figures numbers of the file that have no place elsewhere, under its names */
    public record Source(String file, String place, String hash, Map<String, Double> figures) {
        public Source {
            figures = Map.copyOf(figures);
        }
    }
}
