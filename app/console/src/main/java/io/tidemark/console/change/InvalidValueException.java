package io.tidemark.console.change;

/** A field of a change breaks a rule; nothing was changed. */
public final class InvalidValueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String value;
    private final String rule;

    /** @param rule what the field must be, as in "must be after now" */
    public InvalidValueException(String field, String value, String rule) {
        super(field + " " + rule + " but was " + (value.isEmpty() ? "empty" : "\"" + value + "\""));
        this.field = field;
        this.value = value;
        this.rule = rule;
    }

    public String field() {
        return field;
    }

    public String value() {
        return value;
    }

    public String rule() {
        return rule;
    }
}
