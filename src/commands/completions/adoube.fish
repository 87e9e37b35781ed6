# Completions of adoube for fish. adoube itself gives the words.
function __adoube_words
    set -l words (commandline --current-process --tokenize --cut-at-cursor)
    set -l word (commandline --current-token --cut-at-cursor)
    # A word whose quotation mark is still open is not unescaped by fish.
    set -l quote (string match --regex '^[\'"]' -- $word)
    if set -l plain (string unescape -- "$word$quote")
        set word $plain
    end
    ADOUBE_COMPLETE=fish adoube -- $words $word 2>/dev/null
end
complete --keep-order --no-files --command adoube --arguments '(__adoube_words)'
