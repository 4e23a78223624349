package io.tidemark.console.view;

/** Why a request was refused (RFC 9457). */
public record ProblemView(String type, String title, int status, String detail) {
    /** The same of a change, one field of which breaks a rule. */
    public record InvalidValue(
            String type, String title, int status, String detail, String field, String value, String rule) {}
}
