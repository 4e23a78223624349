package io.tidemark.producer.imports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads files of other tools into runs. */
public final class Imports {
    private Imports() {}

    /**
     * What came of reading files.
     *
     * @param bad why a file was not read, a message per file; nothing of it is in the runs
     */
    public record Outcome(List<ImportedRun> runs, List<String> bad) {
        public Outcome {
            runs = List.copyOf(runs);
            bad = List.copyOf(bad);
        }
    }

    /** Reads all files: a bad one keeps none of the others back. */
    public static Outcome read(List<SourceFile> files, ImportTerms terms) {
        List<AiPerfPairs.Found> found = new ArrayList<>();
        List<String> bad = new ArrayList<>();
        for (SourceFile file : files) {
            try {
                measurements(file, terms).forEach(one -> found.add(new AiPerfPairs.Found(file.folder(), one)));
            } catch (BadFileException e) {
                bad.add(String.valueOf(e.getMessage()));
            }
        }
        return new Outcome(runs(unique(AiPerfPairs.joined(found)), terms), bad);
    }

    private static List<Measurement> measurements(SourceFile file, ImportTerms terms) {
        String text = FileText.of(file);
        ImportFormat format = terms.format().orElseGet(() -> Detection.of(file, text));
        List<Measurement> all = switch (format) {
            case VLLM, VLLM_SWEEP -> vllm(file, text, format);
            case VLLM_LOG -> VllmLog.read(file, text);
            case AUTO_TUNE -> AutoTune.read(file, text);
            case GUIDELLM -> GuideLlm.read(file, text);
            case AIPERF -> AiPerfJson.read(file, text);
            case AIPERF_RECORDS -> AiPerfRecords.read(file, text);
            case SCENARIO -> ScenarioCsv.read(file, text);
            case SCENARIO_SUMMARY, TABLE -> TableCsv.read(file, text, format);
            case LM_EVAL -> LmEval.read(file, text);
        };
        return Undated.inOrder(all, file.modified()).stream()
                .map(Plausible::check)
                .map(measured -> terms.load().map(measured::withLoad).orElse(measured))
                .toList();
    }

    private static List<Measurement> vllm(SourceFile file, String text, ImportFormat format) {
        char first = text.stripLeading().charAt(0);
        return first == '{' || first == '[' ? VllmJson.read(file, text, format) : VllmSweepCsv.read(file, text);
    }

    /** The same result in two files, e.g. in a sweep's run and in its summary, is one. */
    private static List<AiPerfPairs.Found> unique(List<AiPerfPairs.Found> all) {
        Map<String, AiPerfPairs.Found> byContent = new LinkedHashMap<>();
        all.forEach(found -> byContent.putIfAbsent(found.measured().part().hash(), found));
        return List.copyOf(byContent.values());
    }

    private static List<ImportedRun> runs(List<AiPerfPairs.Found> all, ImportTerms terms) {
        Map<String, String> folders = new HashMap<>();
        all.forEach(found -> folders.put(found.measured().part().hash(), found.folder()));
        Phases phases = new Phases(terms.phase(), folders);
        return RunGroups.of(all.stream().map(AiPerfPairs.Found::measured).toList(), phases).stream()
                .map(run -> RunEvents.of(run, terms, phases.of(run.get(0))))
                .toList();
    }
}
