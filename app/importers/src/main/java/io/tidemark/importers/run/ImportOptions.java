package io.tidemark.importers.run;

import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.ImportedLoad;
import java.util.Map;
import java.util.Optional;

/**
 * What is reported of the runs beyond their files.
 *
 * @param phase empty: by what the files say of the server, else by the file's name
 * @param labels added to those of the files
 * @param config server flags of the phase, added to those of the files
 * @param format empty: by the content
 * @param load of results that do not say theirs
 */
public record ImportOptions(
        String experiment,
        Optional<String> phase,
        Map<String, String> labels,
        Map<String, String> config,
        Optional<ImportFormat> format,
        Optional<ImportedLoad> load) {
    /** Of files about which nothing more is known. */
    public static final ImportOptions NONE =
            new ImportOptions("imported", Optional.empty(), Map.of(), Map.of(), Optional.empty(), Optional.empty());

    public ImportOptions {
        labels = Map.copyOf(labels);
        config = Map.copyOf(config);
    }
}
