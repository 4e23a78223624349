package io.tidemark.sinks.store.read.run;

import java.util.List;
import java.util.Map;

/**
 * That a run was measured by another tool and read from its files.
 *
 * @param tool that measured, e.g. {@code vllm bench serve}
 * @param toolVersion empty where the files do not say
 * @param format of the files, as {@code tidemark runs import --format} takes it
 * @param lacks what the files do not hold and what is therefore unknown of the run, in words
 * @param definitions how the tool defines a metric where that is not ours, by the metric's id
 * @param steps what each step was read from, by number
 */
public record ImportRow(
        String tool,
        String toolVersion,
        String format,
        List<String> lacks,
        Map<String, String> definitions,
        List<SourceRow> steps) {
    public ImportRow {
        lacks = List.copyOf(lacks);
        definitions = Map.copyOf(definitions);
        steps = List.copyOf(steps);
    }

    /** "vllm bench serve 0.14.1". */
    public String toolAndVersion() {
        return (tool + " " + toolVersion).strip();
    }

    /**
     * What a step, or a run without steps, was read from.
     *
     * @param file its name, without folders
     * @param place of the result in it, e.g. {@code line 2}; empty where it is all of the file
     * @param hash SHA-256 of the result, hex; it identifies results that were imported already
     * @param figures numbers that the file gives and that have no column here, under its own names
     */
    public record SourceRow(String file, String place, String hash, Map<String, Double> figures) {
        public SourceRow {
            figures = Map.copyOf(figures);
        }
    }
}
