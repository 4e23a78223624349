package io.tidemark.importers;

import io.tidemark.importers.aiperf.AiPerfRecordReader;
import io.tidemark.importers.aiperf.AiPerfResultMerger;
import io.tidemark.importers.aiperf.AiPerfSummaryReader;
import io.tidemark.importers.file.FileTextDecoder;
import io.tidemark.importers.file.InvalidFileException;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.guidellm.GuideLlmReader;
import io.tidemark.importers.lmeval.LmEvalReader;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.Measurement;
import io.tidemark.importers.result.TimeSpan;
import io.tidemark.importers.run.ImportOptions;
import io.tidemark.importers.run.ImportedRun;
import io.tidemark.importers.run.ImportedRunFactory;
import io.tidemark.importers.run.PhaseResolver;
import io.tidemark.importers.run.PlausibilityCheck;
import io.tidemark.importers.run.RunGrouping;
import io.tidemark.importers.table.ResultTableReader;
import io.tidemark.importers.table.ScenarioCsvReader;
import io.tidemark.importers.vllm.AutoTuneReader;
import io.tidemark.importers.vllm.VllmFileReader;
import io.tidemark.importers.vllm.VllmLogReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads files of other tools into runs. */
public final class ResultImporter {
    /** Between two results without a date. */
    private static final Duration GAP = Duration.ofSeconds(1);

    private ResultImporter() {}

    /**
     * What came of reading files.
     *
     * @param errors why a file was not read, a message per file; nothing of it is in the runs
     */
    public record ImportResult(List<ImportedRun> runs, List<String> errors) {
        public ImportResult {
            runs = List.copyOf(runs);
            errors = List.copyOf(errors);
        }
    }

    /** Reads all files: a bad one keeps none of the others back. */
    public static ImportResult read(List<SourceFile> files, ImportOptions terms) {
        List<AiPerfResultMerger.FolderResult> found = new ArrayList<>();
        List<String> bad = new ArrayList<>();
        for (SourceFile file : files) {
            try {
                measurements(file, terms)
                        .forEach(one -> found.add(new AiPerfResultMerger.FolderResult(file.folder(), one)));
            } catch (InvalidFileException e) {
                bad.add(String.valueOf(e.getMessage()));
            }
        }
        return new ImportResult(runs(unique(AiPerfResultMerger.merge(found)), terms), bad);
    }

    private static List<Measurement> measurements(SourceFile file, ImportOptions terms) {
        String text = FileTextDecoder.of(file);
        ImportFormat format = terms.format().orElseGet(() -> FormatDetector.of(file, text));
        List<Measurement> all = switch (format) {
            case VLLM, VLLM_SWEEP -> VllmFileReader.read(file, text, format);
            case VLLM_LOG -> VllmLogReader.read(file, text);
            case AUTO_TUNE -> AutoTuneReader.read(file, text);
            case GUIDELLM -> GuideLlmReader.read(file, text);
            case AIPERF -> AiPerfSummaryReader.read(file, text);
            case AIPERF_RECORDS -> AiPerfRecordReader.read(file, text);
            case SCENARIO -> ScenarioCsvReader.read(file, text);
            case SCENARIO_SUMMARY, TABLE -> ResultTableReader.read(file, text, format);
            case LM_EVAL -> LmEvalReader.read(file, text);
        };
        return assignTimes(all, file.modified()).stream()
                .map(PlausibilityCheck::check)
                .map(measured -> terms.load().map(measured::withLoadIfUnknown).orElse(measured))
                .toList();
    }

    /** Results of a file without dates are taken as measured one after the other, the last one until the file's last change, so that they keep their order. */
    private static List<Measurement> assignTimes(List<Measurement> all, Instant modified) {
        ArrayDeque<Measurement> ordered = new ArrayDeque<>();
        Instant end = modified;
        for (int i = all.size() - 1; i >= 0; i--) {
            Measurement measured = all.get(i);
            boolean movable = !measured.span().dated() && measured.requests().isEmpty();
            if (movable) {
                measured =
                        measured.withSpan(TimeSpan.endingAt(end, measured.span().seconds(), false));
                end = measured.span().start().minus(GAP);
            }
            ordered.addFirst(measured);
        }
        return List.copyOf(ordered);
    }

    /** The same result in two files, e.g. in a sweep's run and in its summary, is one. */
    private static List<AiPerfResultMerger.FolderResult> unique(List<AiPerfResultMerger.FolderResult> all) {
        Map<String, AiPerfResultMerger.FolderResult> byContent = new LinkedHashMap<>();
        all.forEach(found -> byContent.putIfAbsent(found.measured().source().hash(), found));
        return List.copyOf(byContent.values());
    }

    private static List<ImportedRun> runs(List<AiPerfResultMerger.FolderResult> all, ImportOptions terms) {
        Map<String, String> folders = new HashMap<>();
        all.forEach(found -> folders.put(found.measured().source().hash(), found.folder()));
        PhaseResolver phases = new PhaseResolver(terms.phase(), folders);
        return RunGrouping.of(
                        all.stream()
                                .map(AiPerfResultMerger.FolderResult::measured)
                                .toList(),
                        phases)
                .stream()
                .map(run -> ImportedRunFactory.of(run, terms, phases.of(run.get(0))))
                .toList();
    }
}
