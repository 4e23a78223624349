package io.tidemark.importers.aiperf;

import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.Measurement;
import io.tidemark.importers.result.Measurement.ResultRemarks;
import io.tidemark.importers.result.Measurement.ResultSource;
import io.tidemark.schemas.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts AIPerf's summary and its requests together, which it writes into one folder: they are of one run. */
public final class AiPerfResultMerger {
    private AiPerfResultMerger() {}

    /** A result with the folder of its file. */
    public record FolderResult(String folder, Measurement measured) {
        boolean isOf(ImportFormat format) {
            return measured.tool().format() == format;
        }
    }

    public static List<FolderResult> merge(List<FolderResult> all) {
        List<FolderResult> joined = new ArrayList<>();
        for (FolderResult found : all) {
            Optional<FolderResult> pair = pair(found, all);
            if (pair.isEmpty()) {
                joined.add(found);
            } else if (found.isOf(ImportFormat.AIPERF)) {
                joined.add(new FolderResult(
                        found.folder(), mergePair(found.measured(), pair.get().measured())));
            }
        }
        return joined;
    }

    /** The other half of a run. Folders of several experiments may have one name, so that as many requests have to be ok in both. */
    private static Optional<FolderResult> pair(FolderResult found, List<FolderResult> all) {
        if (!found.isOf(ImportFormat.AIPERF) && !found.isOf(ImportFormat.AIPERF_RECORDS)) {
            return Optional.empty();
        }
        ImportFormat other = found.isOf(ImportFormat.AIPERF) ? ImportFormat.AIPERF_RECORDS : ImportFormat.AIPERF;
        return all.stream()
                .filter(candidate -> candidate.isOf(other)
                        && candidate.folder().equals(found.folder())
                        && candidate.measured().counts().ok()
                                == found.measured().counts().ok())
                .findFirst();
    }

    private static Measurement mergePair(Measurement summary, Measurement requests) {
        return new Measurement(
                new ResultSource(
                        summary.source().file() + " + " + requests.source().file(),
                        "",
                        Sha256.hex(summary.source().hash() + requests.source().hash())),
                summary.tool(),
                summary.target(),
                summary.context(),
                summary.load(),
                requests.span(),
                requests.counts(),
                summary.metrics(),
                requests.requests(),
                new ResultRemarks(
                        requests.remarks().missingData(),
                        summary.remarks().figures(),
                        List.of(),
                        summary.remarks().verdict()));
    }
}
